import { createHash } from "node:crypto";
import { IS_FULL, TEST_SEED } from "#test-size";

/**
 * Returns all items in the full run, and in the gate a sample of `count` of them, drawn by the seed and the name of each: adding or
 * removing an item leaves the rest of the sample as it is.
 */
export function gateSample<T>(all: readonly T[], count: number, nameOf: (item: T) => string): readonly T[] {
  if (IS_FULL) return all;
  const rank = (item: T) =>
    createHash("sha256")
      .update(`${TEST_SEED} ${nameOf(item)}`)
      .digest("hex");
  const chosen = new Set([...all].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count));
  return all.filter((item) => chosen.has(item));
}
