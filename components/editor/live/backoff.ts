const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the next attempt, after so many that failed in a row. Half of it is chance, so that the tabs of a
 * whole team do not come back in the same moment.
 */
export function backoff(failures: number, random: () => number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return most / 2 + (random() * most) / 2;
}
