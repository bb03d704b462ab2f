"use client";

import { useState } from "react";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { useCheckpoints } from "../project/use-checkpoints.ts";
import { ErrorState } from "../session/error-state.tsx";
import { LinkList } from "./link-list.tsx";
import { ShownLink } from "./made-link.tsx";
import { MomentsForReaders } from "./moments-for-readers.tsx";
import { type MadeLink, NewLink } from "./new-link.tsx";

export interface ShareDialogProps {
  dialogue: { readonly id: string; readonly name: string };
  onClose: () => void;
  /** Shows the paths that readers sent back by a link. */
  onPaths: (shareId: string) => void;
  /** Sees to it that what is still being typed is part of what is shared; what it throws is shown. */
  beforehand?: (() => Promise<void>) | undefined;
}

/** Makes links by which people without an account play a dialogue, and shows those there are. */
export function ShareDialog({ dialogue: { id, name }, onClose, onPaths, beforehand }: ShareDialogProps) {
  // The address is held here alone: a cache would keep it after the window has forgotten it.
  const [made, setMade] = useState<MadeLink | null>(null);
  const { list } = useCheckpoints();
  const moments = list.data?.checkpoints;
  return (
    <DialogPopup
      size="lg"
      title={`Share “${name}”`}
      description="Anyone with a link can play this dialogue and the dialogues it leads to, without an account. They see nothing else of the project."
      onClose={onClose}
    >
      <div className="space-y-6">
        {made === null ? (
          <NewLink graphId={id} moments={moments ?? []} beforehand={beforehand} onMade={setMade} />
        ) : (
          <ShownLink key={made.url} link={made} onDone={() => setMade(null)} />
        )}
        <LinkList graphId={id} moments={moments} onMade={setMade} onPaths={onPaths} />
        {list.isError && moments === undefined && (
          <ErrorState what="The moments" error={list.error} onRetry={() => void list.refetch()} />
        )}
        <MomentsForReaders moments={moments ?? []} />
      </div>
    </DialogPopup>
  );
}
