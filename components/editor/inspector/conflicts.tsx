"use client";

import { ConflictBanner } from "../fields/conflict-banner.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { FieldConflict } from "../store/dialogue-state.ts";

const NONE: readonly FieldConflict[] = [];

/** Fields that say their conflict themselves while they are shown. */
const WRITTEN = /^\/(?:text|title|branches\/[^/]+\/choice_text)$/;

/** What two people changed of a node, above its tabs: whichever tab is open, a conflict is in sight. */
export function Conflicts({ id, isWriting }: { id: string; isWriting: boolean }) {
  const all = useDialogueState((state) => state.conflicts.get(id)) ?? NONE;
  const shown = isWriting ? all.filter(({ field }) => !WRITTEN.test(field)) : all;
  if (shown.length === 0) return null;
  return (
    <div className="max-h-[40dvh] shrink-0 overflow-y-auto px-4 pb-2">
      {shown.map((conflict) => (
        <ConflictBanner key={`${conflict.entryId} ${conflict.field}`} conflict={conflict} />
      ))}
    </div>
  );
}
