import { showToast } from "../../ui/toast.ts";
import type { DialogueSession } from "./dialogue-session.ts";

/** Undoes a gesture from its toast, unless something else was done since: then undo would take that back. */
export function undoGesture(session: DialogueSession, label: string): void {
  if (session.history.getState().undoLabel === label) session.undo();
  else showToast({ text: "You have made other changes since. Use Undo step by step." });
}
