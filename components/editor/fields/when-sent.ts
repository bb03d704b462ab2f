import type { DialogueSession } from "../session/dialogue-session.ts";

/** How long something that must come after what was written waits for it. */
const PATIENCE_MS = 5_000;

/** Waits until everything written is on the server; false when it was not in time. */
export function whenSent(session: Pick<DialogueSession, "settle" | "retry" | "saving">): Promise<boolean> {
  session.settle();
  if (session.saving.getState().unsent === 0) return Promise.resolve(true);
  session.retry();
  return new Promise((resolve) => {
    const stop = session.saving.subscribe(({ unsent }) => {
      if (unsent === 0) end(true);
    });
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    function end(isSent: boolean): void {
      clearTimeout(timer);
      stop();
      resolve(isSent);
    }
  });
}
