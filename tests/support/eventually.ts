import { setTimeout as sleep } from "node:timers/promises";

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
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline) throw new Error(`${about} did not come to be: ${JSON.stringify(value)}`);
    await sleep(10);
  }
}
