import type { DialogueSession } from "../session/dialogue-session.ts";

/** How long it takes at most before a person is told that their last words are not on the server. */
const PATIENCE_MS = 8_000;

/** Sends what is still here, and answers whether the server has all of it. */
export function whenSaved(session: Pick<DialogueSession, "settle" | "retry" | "saving">): Promise<boolean> {
  session.settle();
  session.retry();
  const { saving } = session;
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
    if (saving.getState().unsent === 0) end(true);
  });
}
