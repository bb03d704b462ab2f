import { FormMistake } from "../../ui/form/form-errors.ts";
import type { DialogueSession } from "./dialogue-session.ts";

/** Longest wait before a person is told that their last words are not on the server. */
const PATIENCE_MS = 8_000;

/**
 * Sends what is still here, and waits until the server has all of it; false when it was not in time. Whatever must come after what
 * was written waits for this: restoring, matching speakers, ignoring problems.
 */
export function whenSaved(session: Pick<DialogueSession, "settle" | "retry" | "saving">): Promise<boolean> {
  session.settle();
  const { saving } = session;
  if (saving.getState().unsent === 0) return Promise.resolve(true);
  session.retry();
  return new Promise((resolve) => {
    const end = (isSaved: boolean) => {
      clearTimeout(patience);
      unsubscribe();
      resolve(isSaved);
    };
    const patience = setTimeout(() => end(false), PATIENCE_MS);
    const unsubscribe = saving.subscribe(({ unsent }) => {
      if (unsent === 0) end(true);
    });
  });
}

/**
 * Waits as {@link whenSaved} does, for work that must not go on unsaved.
 *
 * @throws FormMistake when it was not in time; nothing has changed.
 */
export async function requireSaved(session: Pick<DialogueSession, "settle" | "retry" | "saving">): Promise<void> {
  if (await whenSaved(session)) return;
  throw new FormMistake("Your last changes are not saved yet. Restore once they are.");
}
