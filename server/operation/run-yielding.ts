import { setImmediate as breathe } from "node:timers/promises";
import type { Steps } from "#domain/steps.ts";

/** How long others wait at most, in milliseconds, give or take a step. */
const TURN_MS = 10;

/** Does work in steps, and lets other requests of the process have their turns between them; answers its result. */
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
