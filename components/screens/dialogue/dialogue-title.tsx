"use client";

import { useDialogueState } from "../../editor/session/dialogue-context.ts";

/** Name of the open dialogue. */
export function DialogueTitle() {
  const name = useDialogueState((state) => state.graph.name);
  return (
    <h1 dir="auto" className="truncate text-13">
      {name}
    </h1>
  );
}
