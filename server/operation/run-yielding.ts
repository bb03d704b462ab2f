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
