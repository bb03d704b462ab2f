import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { editedMarks } from "./edited-marks.ts";
import { withFewerLiterals } from "./fewer-literals.ts";
import { namedSlots } from "./named-slots.ts";
import { marksIn, TEXT_MARK_KINDS, type TextMark } from "./text-mark.ts";

const mark = fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(14), end: fc.nat(16) });
const letter = fc.constantFrom("a", "{", "}", "🜁", " ");

test("words that stay keep their marks, and those in the place of others have what all of them had", () => {
  const piece = fc.record({
    old: fc.array(letter, { maxLength: 4 }).map((letters) => letters.join("")),
    written: fc.option(fc.constantFrom("", "xy", "🜂")),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.array(mark, { maxLength: 4 }), (pieces, some) => {
      const text = pieces.map(({ old }) => old).join("");
      const marks = marksIn(text, some);
      const kindsAt = (at: number) => marks.filter(({ start, end }) => start <= at && at < end).map(({ kind }) => kind);
      const edits: { start: number; end: number; written: string }[] = [];
      const wanted: TextMark[] = [];
      let [offset, place, after] = [0, 0, 0];
      for (const { old, written } of pieces) {
        const under = Array.from(old, (_, n) => kindsAt(place + n));
        if (written !== null && old !== "") edits.push({ start: offset, end: offset + old.length, written });
        for (const [n] of Array.from(old === "" ? "" : (written ?? old)).entries()) {
          const kinds =
            written === null ? (under[n] ?? []) : TEXT_MARK_KINDS.filter((k) => under.every((u) => u.includes(k)));
          for (const kind of kinds) wanted.push({ kind, start: after, end: after + 1 });
          after += 1;
        }
        offset += old.length;
        place += under.length;
      }
      expect(editedMarks({ text, marks }, edits)).toEqual(marksIn("x".repeat(after), wanted));
    }),
    { numRuns: rounds({ gate: 500, full: 20_000 }) },
  );
});

test("fewer literal marks read every brace as before, and no word besides gains or loses another mark", () => {
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 14 }), fc.array(mark, { maxLength: 8 }), (letters, some) => {
      const text = letters.join("");
      const marks = marksIn(text, some);
      const fewer = withFewerLiterals({ text, marks });
      expect(namedSlots({ text, marks: fewer })).toEqual(namedSlots({ text, marks }));
      const others = (list: readonly TextMark[]) => list.filter(({ kind }) => kind !== "literal");
      expect(others(fewer)).toEqual(others(marks));
      const braces = letters.flatMap((each, at) => (each === "{" || each === "}" ? [at] : []));
      const isLiteral = (list: readonly TextMark[]) => (at: number) =>
        list.some(({ kind, start, end }) => kind === "literal" && start <= at && at < end);
      expect(braces.map(isLiteral(fewer))).toEqual(braces.map(isLiteral(marks)));
    }),
    { numRuns: rounds({ gate: 300, full: 10_000 }) },
  );
});

test("literal marks of many braces that are all read as they are become one", () => {
  const text = "{a} b ".repeat(900);
  const marks = Array.from(text, (letter, at) => ({ letter, at }))
    .filter(({ letter }) => letter === "{" || letter === "}")
    .map(({ at }): TextMark => ({ kind: "literal", start: at, end: at + 1 }));
  expect(withFewerLiterals({ text, marks })).toEqual([{ kind: "literal", start: 0, end: text.length - 3 }]);
});
