import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOfQuote } from "./quoted-words.ts";

test("quoted words are found where they stand, nearest to where they stood", () => {
  expect(placeOfQuote("Salt pays. Salt always pays.", "Salt", 0)).toBe(0);
  expect(placeOfQuote("Salt pays. Salt always pays.", "Salt", 9)).toBe(11);
  expect(placeOfQuote("Now salt pays.", "salt", 0)).toBe(4);
  expect(placeOfQuote("Pepper pays.", "Salt", 0)).toBeNull();
});

test("words that others are written around are found again", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.nat(40), (before, quote, after, start) => {
      const text = `${before}${quote}${after}`;
      const at = placeOfQuote(text, quote, start);
      expect(at).not.toBeNull();
      expect(text.startsWith(quote, at ?? 0)).toBe(true);
      for (let other = text.indexOf(quote); other !== -1; other = text.indexOf(quote, other + 1))
        expect(Math.abs((at ?? 0) - start)).toBeLessThanOrEqual(Math.abs(other - start));
    }),
  );
});
