import type { FairTurns, Turn } from "../kernel/fair-turns.ts";
import { Problem } from "../kernel/problem.ts";
import { currentDeadline, timeIsUp } from "./deadline.ts";

/**
 * Waits for a turn, and not for ever.
 *
 * @throws {@link Problem} `busy` after so many milliseconds, or when the caller's deadline passes.
 */
export async function waitForTurn(turns: FairTurns, turn: Turn, milliseconds: number): Promise<void> {
  const patience = new AbortController();
  const message = "Too many requests are waiting for the database.";
  const timer = setTimeout(
    () => patience.abort(new Problem("busy", { message, headers: { "retry-after": "2" } })),
    milliseconds,
  );
  const leave = currentDeadline()?.onPass(() => {
    patience.abort(timeIsUp());
    return false;
  });
  try {
    await turns.enter({ ...turn, signal: patience.signal });
  } finally {
    clearTimeout(timer);
    leave?.();
  }
}
