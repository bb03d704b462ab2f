import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { joined, literal, plain, marked as under } from "./marked-text.ts";
import { namedSlots } from "./named-slots.ts";
import { codePointLength, type MarkedText, normalMarks, TEXT_MARK_KINDS } from "./text-mark.ts";
import { textRuns } from "./text-runs.ts";
import { toggledMark } from "./toggled-mark.ts";

describe("runs of a text", () => {
  it("given no marks, then the whole text is one run; without words there is none", () => {
    expect(textRuns({ text: "a *b*", marks: [] })).toEqual([{ text: "a *b*", kinds: [] }]);
    expect(textRuns({ text: "", marks: [] })).toEqual([]);
  });
  it("given marks that cross, then each piece has the kinds that lie on it", () => {
    const marks: MarkedText["marks"] = [
      { kind: "emphasis", start: 1, end: 4 },
      { kind: "strong", start: 2, end: 6 },
    ];
    expect(textRuns({ text: "🜁bcdefg", marks })).toEqual([
      { text: "🜁", kinds: [] },
      { text: "b", kinds: ["emphasis"] },
      { text: "cd", kinds: ["emphasis", "strong"] },
      { text: "ef", kinds: ["strong"] },
      { text: "g", kinds: [] },
    ]);
  });
});

const text = fc.string({ unit: "grapheme-composite", maxLength: 12 });
const marked = fc
  .tuple(
    text,
    fc.array(fc.record({ kind: fc.constantFrom(...TEXT_MARK_KINDS), start: fc.nat(12), end: fc.nat(12) }), {
      maxLength: 5,
    }),
  )
  .map(([words, marks]): MarkedText => ({ text: words, marks: normalMarks(marks, codePointLength(words)) }));

/** Returns the kinds on every code point. */
function kindsByPoint({ text: words, marks }: MarkedText): string[] {
  return Array.from(words, (_, at) =>
    TEXT_MARK_KINDS.filter((kind) =>
      marks.some((mark) => mark.kind === kind && mark.start <= at && at < mark.end),
    ).join(" "),
  );
}

test("runs, put together again, are the text, and each character keeps its marks", () => {
  fc.assert(
    fc.property(marked, (whole) => {
      const runs = textRuns(whole);
      expect(runs.map((run) => run.text).join("")).toBe(whole.text);
      expect(runs.every((run) => run.text !== "")).toBe(true);
      expect(runs.flatMap((run) => Array.from(run.text, () => run.kinds.join(" ")))).toEqual(kindsByPoint(whole));
    }),
  );
});

describe("names in braces", () => {
  const names = (whole: MarkedText) =>
    namedSlots(whole).map(({ name, from, to }) => [name, whole.text.slice(from, to)]);
  it("given names, then each is found with its braces, whatever marks lie on it", () => {
    const whole = joined([plain("🜁 {a} and {"), under(plain(" b c"), "strong"), plain("}")]);
    expect(names(whole)).toEqual([
      ["a", "{a}"],
      ["b c", "{ b c}"],
    ]);
  });
  it("given literal braces, then they begin and end no name", () => {
    expect(names(joined([literal("{a}"), plain("{b}")]))).toEqual([["b", "{b}"]]);
    expect(names(joined([plain("{a"), literal("}"), plain("}")]))).toEqual([]);
    expect(names(joined([literal("{"), plain("{a}"), literal("}")]))).toEqual([["a", "{a}"]]);
  });
});

describe("a mark that is toggled", () => {
  const toggle = (whole: MarkedText, from: number, to: number) => toggledMark(whole, "strong", { from, to });
  it("given words without it, then they get it, and the spaces beside them do not", () => {
    expect(toggle({ text: "🜁 take care ", marks: [] }, 2, 8)).toEqual({
      marks: [{ kind: "strong", start: 2, end: 6 }],
      isOn: true,
    });
  });
  it("given words in the middle of it, then both sides keep it", () => {
    const marks: MarkedText["marks"] = [{ kind: "strong", start: 0, end: 9 }];
    expect(toggle({ text: "take care", marks }, 2, 6)).toEqual({
      marks: [
        { kind: "strong", start: 0, end: 2 },
        { kind: "strong", start: 6, end: 9 },
      ],
      isOn: false,
    });
  });
  it("given words that have it in part, then all of them get it", () => {
    const marks: MarkedText["marks"] = [{ kind: "strong", start: 0, end: 4 }];
    expect(toggle({ text: "take care", marks }, 0, 9)?.marks).toEqual([{ kind: "strong", start: 0, end: 9 }]);
  });
  it("given no words, then nothing is toggled", () => {
    expect(toggle({ text: "a  b", marks: [] }, 1, 3)).toBeNull();
    expect(toggle({ text: "ab", marks: [] }, 1, 1)).toBeNull();
  });
  test("toggled twice over the same words, they are as all or none of them were", () => {
    fc.assert(
      fc.property(marked, fc.nat(12), fc.nat(12), (whole, a, b) => {
        const offsetOf = (points: number) => Array.from(whole.text).slice(0, points).join("").length;
        const range = { from: offsetOf(Math.min(a, b)), to: offsetOf(Math.max(a, b)) };
        const once = toggledMark(whole, "emphasis", range);
        if (once === null) return;
        const twice = toggledMark({ text: whole.text, marks: once.marks }, "emphasis", range);
        expect(twice?.isOn).toBe(!once.isOn);
        if (!once.isOn) expect(twice?.marks).toEqual(whole.marks);
        const others = (marks: MarkedText["marks"]) => marks.filter(({ kind }) => kind !== "emphasis");
        expect(others(once.marks)).toEqual(others(whole.marks));
      }),
    );
  });
});
