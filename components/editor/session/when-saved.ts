import type { DialogueSession } from "./dialogue-session.ts";

/** How long it takes at most before a person is told that their last words are not on the server. */
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
