import { expect, test } from "vitest";
import { mtld } from "./mtld.ts";

const of = (text: string) => mtld(text.split(" "));

test("factors are counted as by hand", () => {
  // Forward: "a b a" has 2 of 3 different, 0.67, a factor; "c d c" another: 6 / 2. Backward: "c d c" and "a b a".
  expect(of("a b a c d c")).toBe(3);
  // Forward: "a a" has 1 of 2, a factor, twice: 4 / 2. Backward the same.
  expect(of("a a a a")).toBe(2);
  // Forward: "a b a", a factor; the rest "b" has 1 of 1, which counts nothing: 4 / 1. Backward: "b a b", then "a".
  expect(of("a b a b")).toBe(4);
});

test("a rest counts by how far it came", () => {
  // Forward: "a b c a": 3 of 4 is 0.75, above 0.72: (1 - 0.75) / 0.28 factors. Backward the same.
  expect(of("a b c a")).toBeCloseTo(4 / (0.25 / 0.28), 10);
});

test("words that are all different, and none at all, have no measure", () => {
  expect(of("a b c d e")).toBe(null);
  expect(mtld([])).toBe(null);
});
