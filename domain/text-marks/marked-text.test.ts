import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { joined, literal, marked, plain, replaced, sliced, trimmed } from "./marked-text.ts";
import { codePointLength, type MarkedText, normalMarks, TEXT_MARK_KINDS } from "./text-mark.ts";

describe("marks on a text", () => {
  it("given words beyond U+FFFF, then ranges count each character once", () => {
    expect(joined([plain("🜁🜂 "), marked(plain("fire"), "strong")])).toEqual({
      text: "🜁🜂 fire",
      marks: [{ kind: "strong", start: 3, end: 7 }],
    });
  });
  it("given marks of a kind that meet, then they are one; of two kinds they stay two", () => {
    const both = joined([marked(plain("a"), "emphasis"), marked(plain("b"), "emphasis", "strong")]);
    expect(both.marks).toEqual([
      { kind: "emphasis", start: 0, end: 2 },
      { kind: "strong", start: 1, end: 2 },
    ]);
  });
  it("given braces that are to be read, then each is literal and other words are not", () => {
    expect(literal("a {b}").marks).toEqual([
      { kind: "literal", start: 2, end: 3 },
      { kind: "literal", start: 4, end: 5 },
    ]);
  });
  it("given white space around, then marks move with the words", () => {
    expect(trimmed(joined([plain("  "), marked(plain("x "), "strike")]))).toEqual({
      text: "x",
      marks: [{ kind: "strike", start: 0, end: 1 }],
    });
    expect(trimmed(plain(" \n"))).toEqual(plain(""));
  });
  it("given words that are replaced, then the others keep their marks", () => {
    const text = joined([marked(plain("one"), "strong"), plain("-"), marked(plain("two"), "emphasis")]);
    expect(replaced(text, /-/g, () => plain(" and "))).toEqual({
      text: "one and two",
      marks: [
        { kind: "strong", start: 0, end: 3 },
        { kind: "emphasis", start: 8, end: 11 },
      ],
    });
  });
});

const words = fc.string({ unit: "grapheme-composite", maxLength: 8 });
const part: fc.Arbitrary<MarkedText> = fc
  .tuple(words, fc.subarray([...TEXT_MARK_KINDS]))
  .map(([text, kinds]) => marked(plain(text), ...kinds));

test("pieces of a text, put together again, are the text", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.nat(), (parts, cut) => {
      const whole = joined(parts);
      expect(normalMarks(whole.marks, codePointLength(whole.text))).toEqual(whole.marks);
      const before = Array.from(whole.text)
        .slice(0, cut % (codePointLength(whole.text) + 1))
        .join("").length;
      expect(joined([sliced(whole, 0, before), sliced(whole, before)])).toEqual(whole);
    }),
  );
});

test("replaced words are the words between them with the new ones, whatever marks they have", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), part, (parts, other) => {
      const whole = joined(parts);
      const pieces: MarkedText[] = [];
      let after = 0;
      for (const { index } of whole.text.matchAll(/[a-m]/g)) {
        pieces.push(sliced(whole, after, index), other);
        after = index + 1;
      }
      expect(replaced(whole, /[a-m]/g, () => other)).toEqual(joined([...pieces, sliced(whole, after)]));
    }),
  );
});
