import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { SequenceSet } from "./sequence-set.ts";

test("a sequence is new once, whatever others there are", () => {
  const sequences = fc.array(fc.array(fc.integer({ min: -1, max: 2 }), { maxLength: 6 }), { maxLength: 900 });
  fc.assert(
    fc.property(sequences, fc.integer({ min: 0, max: 3 }), (all, repeat) => {
      const set = new SequenceSet();
      const seen = new Set<string>();
      // Long ones make the block of memory and the table grow.
      for (const each of [...all, ...all].map((one) => one.concat(Array(repeat * 40).fill(repeat)))) {
        for (const word of each) set.push(word);
        expect(set.add()).toBe(!seen.has(each.join()));
        seen.add(each.join());
        expect(set.size).toBe(seen.size);
      }
    }),
    { numRuns: rounds({ gate: 10, full: 100 }) },
  );
});
