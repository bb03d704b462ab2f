import { setTimeout as sleep } from "node:timers/promises";

/** Pauses between two reads: short for what is there at once, longer for what takes its time, because each read costs. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 50;

/**
 * Reads again and again until what is read is as it should be, and answers that.
 *
 * @throws Error when it has not come to be after `patienceMs`.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  { about = "it", patienceMs = 50_000 }: { about?: string; patienceMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.25, LONGEST_PAUSE_MS)) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline) throw new Error(`${about} did not come to be: ${JSON.stringify(value)}`);
    await sleep(pause);
  }
}
