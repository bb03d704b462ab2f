import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { codePointLength, marksIn, TEXT_MARK_KINDS, type TextMark } from "../text-marks/text-mark.ts";
import type { PlayVariable } from "./story.ts";
import { namesIn, wordsWith } from "./words.ts";
import { Work } from "./work.ts";

const variable = (name: string, initial: PlayVariable["default"]): PlayVariable => {
  return { id: `var_${name}`, name, type: "string", default: initial, enum_values: [] };
};
const variables = new Map(
  [variable("gold", 3), variable("met", false), variable("bag", ["rope", "lamp"]), variable("none", null)].map(
    (each) => [each.id, each],
  ),
);

test("values stand where their variables are named", () => {
  expect(wordsWith({ text: "{gold} coins, { bag }. Met: {met}{none}." }, variables, { var_gold: 5 }).text).toBe(
    "5 coins, rope, lamp. Met: false.",
  );
});

test("braces around anything else stay as they are written", () => {
  const text = "{silver} {} {a\nb} {{gold}} {if gold}";
  expect(wordsWith({ text }, variables, {}).text).toBe("{silver} {} {a\nb} {3} {if gold}");
});

test("the names of a text are told once each", () => {
  expect(namesIn({ text: "{gold}, {gold} and { bag }" })).toEqual(["gold", "bag"]);
});

test("a value has the marks of its whole name, and a brace under a literal mark names nothing", () => {
  const text = "{gold} and {gold}, {gold}";
  const text_marks: TextMark[] = [
    { kind: "emphasis", start: 0, end: 8 },
    { kind: "strike", start: 3, end: 12 },
    { kind: "literal", start: 11, end: 12 },
    { kind: "strong", start: 19, end: 24 },
  ];
  expect(wordsWith({ text, text_marks }, variables, { var_gold: 100 })).toEqual({
    text: "100 and {gold}, 100",
    text_marks: [
      { kind: "emphasis", start: 0, end: 5 },
      { kind: "strike", start: 3, end: 9 },
    ],
  });
  expect(namesIn({ text: "{a} {b} {c}", text_marks: [{ kind: "literal", start: 4, end: 5 }] })).toEqual(["a", "c"]);
});

const piece = fc.oneof(
  fc.constantFrom("{gold}", "{ bag }", "{met}", "{none}", "{silver}", "{", "}", "🜁", "\n", "e\u0301"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const markedText = fc
  .tuple(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
    fc.array(fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(30), end: fc.nat(40) }), {
      maxLength: 5,
    }),
  )
  .map(([text, marks]) => ({ text, text_marks: marksIn(text, marks) }));

test("ranges of what is shown are those of a model that looks at each letter", () => {
  const work = (text: number): Work => new Work({ spent: 0, limits: { evaluations: 1e9, text, page: 1e9 } });
  fc.assert(
    fc.property(markedText, fc.constantFrom(1e9, 1e9, 0, 5, 12), (words, room) => {
      const { text, text_marks } = wordsWith(words, variables, { var_gold: "🜁🜂" }, work(room));
      const wanted = shownByLetter(words.text, words.text_marks, room);
      expect(text).toBe(wanted.text);
      for (const { kind, start, end } of text_marks) {
        expect(kind).not.toBe("literal");
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(codePointLength(text));
      }
      expect(marksIn(text, text_marks)).toEqual(marksIn(text, wanted.marks));
    }),
    { numRuns: rounds({ gate: 1_000, full: 20_000 }) },
  );
});

/** Shows a text letter by letter: each has the marks that it is under, and those of a value all letters of its name. */
function shownByLetter(text: string, marks: readonly TextMark[], room: number): { text: string; marks: TextMark[] } {
  const values = new Map([
    ["gold", "🜁🜂"],
    ["bag", "rope, lamp"],
    ["met", "false"],
    ["none", ""],
  ]);
  const source = Array.from(text);
  const kindsAt = (at: number) => new Set(marks.filter(({ start, end }) => start <= at && at < end).map((m) => m.kind));
  const shown: { letter: string; kinds: ReadonlySet<string> }[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const close = source.findIndex((letter, behind) => behind > at && /[{}\n]/.test(letter));
    const value = values.get(
      source
        .slice(at + 1, close)
        .join("")
        .trim(),
    );
    const isNamed = source[at] === "{" && close > at + 1 && source[close] === "}" && value !== undefined;
    if (!isNamed || kindsAt(at).has("literal") || kindsAt(close).has("literal")) {
      shown.push({ letter: source[at] ?? "", kinds: kindsAt(at) });
      continue;
    }
    const kinds = kindsAt(at);
    for (const kind of kinds)
      if (source.slice(at, close + 1).some((_, within) => !kindsAt(at + within).has(kind))) kinds.delete(kind);
    shown.push(...Array.from(value ?? "", (letter) => ({ letter, kinds })));
    at = close;
  }
  const whole = shown.map(({ letter }) => letter).join("");
  while (shown.map(({ letter }) => letter).join("").length > room) shown.pop();
  const words = shown.map(({ letter }) => letter).join("");
  return {
    text: words === whole ? whole : `${words}…`,
    marks: shown.flatMap(({ kinds }, at) =>
      TEXT_MARK_KINDS.flatMap((kind) =>
        kind !== "literal" && kinds.has(kind) ? [{ kind, start: at, end: at + 1 }] : [],
      ),
    ),
  };
}
