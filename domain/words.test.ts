import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countWords } from "./words.ts";

test.each([
  ["", 0],
  ["  \n ", 0],
  ["Salt pays.", 2],
  ["It's a well-known debt — isn't it?", 6],
  ["gate—now…or never", 4],
  ["either/or", 2],
  ["You have {gold} crowns, {name}'s crowns.", 6],
  ['<b>bold</b>ly <i class="x">gone</i><br>home', 3],
  ["1 < 2 and 3 > 2", 5],
  ["*** — !? …", 0],
  ["Соль платит", 2],
  ["الملح يدفع", 2],
  ["소금이 값을 치른다", 3],
  ["🌊 🌊 tide", 1],
])("%j has %i", (text, words) => {
  expect(countWords(text)).toBe(words);
});

test("scripts without spaces are counted by their words, alone and beside others", () => {
  expect(countWords("吾輩は猫である")).toBeGreaterThan(2);
  expect(countWords("ฉันรักเกลือ")).toBeGreaterThan(1);
  expect(countWords("海 and 塩")).toBe(3);
});

test("a long text without spaces is taken apart a piece at a time, and no word is counted twice", () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  for (const sentence of ["潮水退了，老门都干了。", "🌊潮水!"])
    expect(countWords(sentence.repeat(2_000))).toBe(2_000 * countWords(sentence));
  expect(Math.max(...segment.mock.calls.map(([text]) => text.length))).toBeLessThan(5_000);
  segment.mockRestore();
});

test("texts joined by a space have as many words as they have apart", () => {
  const plain = fc.string({ unit: "grapheme" }).filter((text) => !/[<>{}]/.test(text));
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      expect(countWords(`${a} ${b}`)).toBe(countWords(a) + countWords(b));
    }),
  );
});
