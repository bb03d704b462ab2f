import { expect, test } from "vitest";
import { inTurns } from "./run-yielding.ts";

test("others get their turn between entries on which work takes long", async () => {
  let turns = 0;
  const other = () => {
    turns += 1;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  const seen: number[] = [];
  for await (const entry of inTurns([1, 2, 3, 4])) {
    seen.push(entry);
    const begun = performance.now();
    while (performance.now() - begun < 12);
  }
  clearImmediate(next);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(3);
});
