import { createHash } from "node:crypto";
import { IS_FULL, TEST_SEED } from "#tests/size.ts";

/**
 * Draws so many in the gate, by the seed of the run and the name of each, and all at full size. One that is added or taken away
 * leaves the others as they are.
 */
export function drawn<T>(all: readonly T[], count: number, nameOf: (each: T) => string): readonly T[] {
  if (IS_FULL) return all;
  const rank = (each: T) =>
    createHash("sha256")
      .update(`${TEST_SEED} ${nameOf(each)}`)
      .digest("hex");
  const chosen = new Set([...all].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count));
  return all.filter((each) => chosen.has(each));
}
