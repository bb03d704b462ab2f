"use client";

import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";

interface RestoreQuestionProps {
  /** The moment, in words: "“Before the rewrite”"; null while nothing is asked. */
  moment: string | null;
  onClose: () => void;
  onRestore: () => void;
}

/** Asked before a whole dialogue becomes what it was. */
export function RestoreQuestion({ moment, onClose, onRestore }: RestoreQuestionProps) {
  const name = useDialogueState((state) => state.graph.name);
  return (
    <AlertDialog
      open={moment !== null}
      onClose={onClose}
      title={`Restore “${name}” to ${moment ?? ""}?`}
      description="Every card, choice, group and note becomes what it was then. What came after stays in the history, and you can come back to it."
      action="Restore the dialogue"
      onAct={() => {
        onRestore();
        onClose();
      }}
    />
  );
}
