import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { BestOf } from "./best-of.ts";

test("is what sorting and cutting would be", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 1, max: 30 }), (numbers, atMost) => {
      const best = new BestOf<number>(atMost, (a, b) => a > b);
      for (const each of numbers) best.offer(each);
      expect(best.items()).toEqual(numbers.toSorted((a, b) => b - a).slice(0, atMost));
    }),
    { numRuns: rounds({ gate: 200, full: 5_000 }), endOnFailure: true },
  );
});
