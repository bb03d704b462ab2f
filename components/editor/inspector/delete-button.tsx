"use client";

import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.ts";
import { deleteSelection } from "../gestures/delete-selection.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { undoGesture } from "../session/undo-gesture.ts";

interface DeleteButtonProps {
  /** Returns the ids to delete when the button is pressed. */
  ids: () => readonly string[];
  name: string;
  /** Consequences in a sentence; empty for none. */
  consequences: string;
  disabledReason: string | null;
}

/** Deletes, having said what that leaves behind, and offers to take it back. */
export function DeleteButton({ ids, name, consequences, disabledReason }: DeleteButtonProps) {
  const session = useDialogue();
  return (
    <div className="space-y-1 border-line border-t pt-3">
      <Button
        size="sm"
        variant="danger"
        disabledReason={disabledReason}
        onClick={() => {
          const done = deleteSelection(session.store.getState(), ids());
          if (done === null || !session.dispatch(done.label, done.operations, { select: [] })) return;
          showToast({ text: done.said, undo: () => undoGesture(session, done.label) });
        }}
      >
        Delete {name}
      </Button>
      {consequences !== "" && <p className="text-12 text-ink-2">{consequences}</p>}
    </div>
  );
}
