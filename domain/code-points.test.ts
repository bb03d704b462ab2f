import fc from "fast-check";
import { describe, it } from "vitest";
import { compareCodePoints } from "./code-points.ts";

describe("compareCodePoints", () => {
  it("agrees with comparing arrays of code points", () => {
    const oracle = (a: string, b: string): number => {
      const left = Array.from(a, (c) => c.codePointAt(0) ?? 0);
      const right = Array.from(b, (c) => c.codePointAt(0) ?? 0);
      for (let i = 0; i < Math.min(left.length, right.length); i++) {
        const difference = (left[i] ?? 0) - (right[i] ?? 0);
        if (difference !== 0) return Math.sign(difference);
      }
      return Math.sign(left.length - right.length);
    };
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\uffee", "\ue000", "\u{1f600}", "\u{10ffff}", "é") });
    fc.assert(fc.property(text, text, (a, b) => Math.sign(compareCodePoints(a, b)) === oracle(a, b)));
  });
});
