import { setImmediate as breathe } from "node:timers/promises";
import type { Steps } from "#domain/steps.ts";

/** Milliseconds after which other requests get the event loop, give or take a step. */
const TURN_MS = 10;

/** Runs steps for a time; null where it is up before their end. */
function runTurn<T>(steps: Steps<T>, milliseconds: number): { readonly value: T } | null {
  const begun = performance.now();
  do {
    const step = steps.next();
    if (step.done === true) return { value: step.value };
  } while (performance.now() - begun < milliseconds);
  return null;
}

/** Runs work in steps and yields the event loop to other requests between them; returns its result. */
export async function runYielding<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const ended = runTurn(steps, TURN_MS);
    if (ended !== null) return ended.value;
    await breathe();
  }
}

/** Gives entries on, and the event loop to other requests where work on some took its time, and behind the last. */
export async function* inTurns<T>(entries: Iterable<T>): AsyncGenerator<T, undefined, undefined> {
  let begun = performance.now();
  for (const entry of entries) {
    yield entry;
    if (performance.now() - begun < TURN_MS) continue;
    await breathe();
    begun = performance.now();
  }
  await breathe();
}

/** Time that work may take on the event loop. */
export class TimeHere {
  #left: number;

  /** @param milliseconds - for all that is run with it. */
  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  /** Runs work as {@link runYielding} does; null where the time is up before its end. */
  async run<T>(steps: Steps<T>): Promise<{ readonly value: T } | null> {
    while (this.#left > 0) {
      const begun = performance.now();
      const ended = runTurn(steps, Math.min(TURN_MS, this.#left));
      this.#left -= performance.now() - begun;
      if (ended !== null) return ended;
      await breathe();
    }
    return null;
  }
}
