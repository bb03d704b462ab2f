"use client";

import { useDialogueState } from "./store/dialogue-context.ts";

/** Name of the open dialogue. */
export function DialogueTitle() {
  const name = useDialogueState((state) => state.graph.name);
  return (
    <span dir="auto" className="truncate">
      {name}
    </span>
  );
}
