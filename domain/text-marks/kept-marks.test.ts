import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { rounds } from "#test-size";
import { keptMarks, marksAfter } from "./kept-marks.ts";
import { codePointLength, marksIn, TEXT_MARK_KINDS, type TextMark } from "./text-mark.ts";

/** Text whose marked words stand in stars, as marks. */
function starred(words: string): { text: string; marks: TextMark[] } {
  const [first = "", ...rest] = words.split("*");
  const marks: TextMark[] = [];
  let text = first;
  for (const [at, part] of rest.entries()) {
    const start = codePointLength(text);
    text += part;
    if (at % 2 === 0) marks.push({ kind: "strong", start, end: codePointLength(text) });
  }
  return { text, marks };
}

describe("marks on a text whose words become others", () => {
  it.each([
    ["words before it", "*Halt*, friend.", "Well. *Halt*, friend."],
    ["words behind it", "*Halt*, friend.", "*Halt*, friend. Who are you?"],
    ["words within it", "the *big red dog* ran", "the *big old red dog* ran"],
    ["a word within it", "the *big red dog* ran", "the *big blue dog* ran"],
    ["its first word", "the *big dog* ran", "the small *dog* ran"],
    ["its last word", "the *big dog* ran", "the *big* cat ran"],
    ["all of its words", "the *big dog* ran", "the small cat ran"],
    ["a letter at its end", "a *word* here", "a *words* here"],
    ["a letter at its beginning", "an *able* one", "an *unable* one"],
    ["a letter within it", "the *colour* of it", "the *color* of it"],
    ["a part of a word", "un*believ*able", "un*believ*ably"],
    ["the place of other words", "one *two three four*", "*two three four* one"],
    ["words in a script without spaces", "大*門*開", "大*門*閉"],
    ["words beyond U+FFFF", "🜁🜁 *🜂* 🜁", "🜁 🜁🜁 *🜂* 🜁"],
    ["line breaks", "one\n*two*\nthree", "one\n\n*two*\nthree"],
  ])("given %s, then they are on the words that stay", (_, before, after) => {
    const wanted = starred(after);
    expect(keptMarks(starred(before), wanted.text)).toEqual(wanted.marks);
  });

  it("given marks that are said, then those, within the text that is said", () => {
    const before = starred("a *b* c");
    const said: TextMark[] = [
      { kind: "strike", start: 2, end: 9 },
      { kind: "strike", start: 1, end: 2 },
    ];
    expect(marksAfter(before, { text: "xyz", marks: said })).toEqual([{ kind: "strike", start: 1, end: 3 }]);
    expect(marksAfter(before, { marks: [] })).toEqual([]);
    expect(marksAfter(before, {})).toEqual(before.marks);
  });
});

const anyMarks = fc.array(
  fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(30), end: fc.nat(40) }),
  { maxLength: 6 },
);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .array(fc.constantFrom("a", "b", "ab", " ", "\n", ".", "門", "🜁"), { maxLength: 20 })
    .map((parts) => parts.join("")),
);

test("marks of any text on any other are in their normal form within it", () => {
  fc.assert(
    fc.property(anyText, anyMarks, anyText, (text, marks, after) => {
      const before = { text, marks: marksIn(text, marks) };
      const kept = keptMarks(before, after);
      expect(marksIn(after, kept)).toEqual(kept);
      expect(keptMarks(before, text)).toEqual(before.marks);
    }),
    { numRuns: rounds({ gate: 500, full: 20_000 }) },
  );
});

/** Word of a number that is like no other word. */
const word = (n: number): string => String.fromCharCode(97 + (n % 26)).repeat(4) + n.toString(36) + "qz".repeat(n % 3);

const edited = fc
  .array(
    fc.record({ mark: fc.boolean(), fate: fc.constantFrom("stays", "stays", "stays", "goes"), added: fc.nat(2) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .chain((words) => fc.record({ words: fc.constant(words), separator: fc.constantFrom(" ", "\n", ", ") }));

test("each word that stays has the marks that it had", () => {
  fc.assert(
    fc.property(edited, ({ words, separator }) => {
      const old = words.map((_, n) => word(n));
      const marks: TextMark[] = [];
      let at = 0;
      for (const [n, { mark }] of words.entries()) {
        const end = at + (old[n]?.length ?? 0);
        if (mark) marks.push({ kind: "strong", start: at, end });
        at = end + separator.length;
      }
      const later = words.flatMap(({ fate, added }, n) => [
        ...Array.from({ length: added }, (_, more) => `${"0123456789"[n % 10]}${more}`.repeat(5)),
        ...(fate === "stays" ? [old[n] ?? ""] : []),
      ]);
      const text = later.join(separator);
      const kept = keptMarks({ text: old.join(separator), marks: marksIn(old.join(separator), marks) }, text);
      let place = 0;
      for (const each of later) {
        const n = old.indexOf(each);
        const isMarked = kept.some(({ start, end }) => start <= place && place + each.length <= end);
        expect([each, isMarked]).toEqual([each, n >= 0 && words[n]?.mark === true]);
        place += each.length + separator.length;
      }
    }),
    { numRuns: rounds({ gate: 300, full: 10_000 }) },
  );
});

test("thousands of changed words in a text of 100,000 characters leave the marks of all others", () => {
  const words = Array.from({ length: 12_000 }, (_, n) => word(n));
  const text = words.join(" ").slice(0, 100_000);
  const marks: TextMark[] = [];
  let at = 0;
  const kept = text.split(" ").map((each, n) => {
    if (n % 40 === 3) marks.push({ kind: "emphasis", start: at, end: at + each.length });
    at += each.length + 1;
    return n % 3 === 1 ? "~~" : each;
  });
  const after = kept.join(" ");
  const moved = keptMarks({ text, marks }, after);
  const wanted = marks.map(({ start, end }) => text.slice(start, end)).filter((each) => kept.includes(each));
  expect(moved.map(({ start, end }) => after.slice(start, end))).toEqual(wanted);
});
