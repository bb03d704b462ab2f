import { setImmediate as breathe } from "node:timers/promises";
import type { Steps } from "#domain/steps.ts";

/** Milliseconds after which other requests get the event loop, give or take a step. */
const TURN_MS = 10;

/** Runs work in steps and yields the event loop to other requests between them; returns its result. */
export async function runYielding<T>(steps: Steps<T>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < TURN_MS) continue;
    await breathe();
    begun = performance.now();
  }
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
    let turn = 0;
    while (this.#left > 0) {
      const begun = performance.now();
      const step = steps.next();
      const took = performance.now() - begun;
      this.#left -= took;
      if (step.done === true) return { value: step.value };
      turn += took;
      if (turn < TURN_MS) continue;
      await breathe();
      turn = 0;
    }
    return null;
  }
}
