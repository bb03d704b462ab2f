import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { likeness, likenessKeys } from "./likeness.ts";

test("a text is like itself whatever its case, accents and order of words", () => {
  expect(likeness("The ferryman lies.", "LIES, the Férryman!")).toBe(1);
  expect(likeness("…", "…")).toBe(0);
  expect(likeness("", "The ferryman lies.")).toBe(0);
});

test("likeness is the share of trigrams", () => {
  // "ab" has "  a", " ab" and "ab "; "abc" has "  a", " ab", "abc" and "bc ": two of five.
  expect(likeness("ab", "abc")).toBe(2 / 5);
  // Words of other scripts are compared as well.
  expect(likeness("Маяк не горит", "маяк не горит")).toBe(1);
});

test("a sentence with a word changed is near, another one is not", () => {
  const premise = "The ferryman sells passage to the drowned and keeps their names.";
  expect(likeness(premise, "The ferryman sells passage to the drowned and keeps their rings.")).toBeGreaterThan(0.7);
  expect(likeness(premise, "A comet is seen over the salt flats.")).toBeLessThan(0.15);
});

test("likeness is the same both ways, and texts that are alike share a key", () => {
  const word = fc.constantFrom(
    ...["salt", "gate", "lamp", "tide", "keeper", "bell", "ash", "crown", "ferry", "drowned"],
  );
  const sentence = fc.array(word, { minLength: 6, maxLength: 14 }).map((words) => words.join(" "));
  let near = 0;
  let missed = 0;
  fc.assert(
    fc.property(sentence, sentence, (one, other) => {
      const alike = likeness(one, other);
      expect(alike).toBe(likeness(other, one));
      expect(alike).toBeGreaterThanOrEqual(0);
      expect(alike).toBeLessThanOrEqual(1);
      if (alike < 0.5) return;
      near += 1;
      const keys = new Set(likenessKeys(one));
      if (!likenessKeys(other).some((key) => keys.has(key))) missed += 1;
    }),
    { numRuns: rounds({ gate: 200, full: 20_000 }) },
  );
  expect(near).toBeGreaterThan(20);
  expect(missed).toBeLessThanOrEqual(near * 0.01);
});
