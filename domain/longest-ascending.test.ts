import fc from "fast-check";
import { expect, test } from "vitest";
import { firstIndex } from "./first-index.ts";
import { longestAscending } from "./longest-ascending.ts";

/** Length of a longest strictly ascending subsequence, by trying each entry as its end. */
function lengthOf(keys: readonly (number | null)[]): number {
  const lengths: number[] = [];
  for (const [at, key] of keys.entries()) {
    const before = keys.slice(0, at).map((each, i) => (each !== null && key !== null && each < key ? lengths[i] : 0));
    lengths.push(key === null ? 0 : 1 + Math.max(0, ...before.map((length) => length ?? 0)));
  }
  return Math.max(0, ...lengths);
}

test("a longest ascending subsequence ascends, and none is longer", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(20)), { maxLength: 30 }), (keys) => {
      const found = longestAscending(keys);
      const values = found.map((at) => keys[at]);
      expect(values.every((value) => value !== null)).toBe(true);
      for (const [nth, at] of found.entries()) {
        if (nth === 0) continue;
        expect(at).toBeGreaterThan(found[nth - 1] ?? -1);
        expect(keys[at]).toBeGreaterThan(keys[found[nth - 1] ?? 0] ?? -1);
      }
      expect(found).toHaveLength(lengthOf(keys));
    }),
  );
});

test("the first entry behind a place is found, or the end of the list", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 20 }), fc.nat(10), (list, place) => {
      const sorted = list.toSorted((a, b) => a - b);
      const at = sorted.findIndex((entry) => entry >= place);
      expect(firstIndex(sorted, (entry) => entry >= place)).toBe(at === -1 ? sorted.length : at);
    }),
  );
});
