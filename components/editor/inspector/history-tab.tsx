"use client";

import { useEffect } from "react";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { SubjectHistory } from "../../frame/history/subject-history.tsx";
import { useHistoryNames } from "../fields/use-history-names.ts";
import { useDialogue, useDialogueState, useSaving } from "../session/dialogue-context.ts";
import { requireSaved } from "../session/when-saved.ts";

/** Delay before the history is read again after a save: an earlier read would miss part of it. */
const SETTLED_MS = 800;

/** History of a node, which every save makes longer. */
export function HistoryTab({ id }: { id: string }) {
  const session = useDialogue();
  const names = useHistoryNames();
  const readAgain = useRefresh((api) => [api.record.history.pathKey()]);
  const seq = useDialogueState((state) => state.seq);
  const unsent = useSaving((state) => state.unsent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a saved change is what makes the history longer.
  useEffect(() => {
    if (unsent > 0) return;
    const timer = setTimeout(() => void readAgain(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [seq, unsent]);

  return (
    <SubjectHistory
      subject={{
        id,
        name: `“${names.thing(id) ?? "this card"}”`,
        names,
        beforehand: () => requireSaved(session),
        keep: () => keepNode(id),
      }}
      unrecorded="This card is new. Its history begins when it is saved."
    />
  );
}

/** Names the node in the address, so that it is looked at on the other side too. */
function keepNode(id: string): void {
  const query = new URLSearchParams(window.location.search);
  query.set("card", id);
  window.history.replaceState(window.history.state, "", `${window.location.pathname}?${query}`);
}
