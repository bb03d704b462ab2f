import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { SaidSoFar } from "./said-so-far.ts";

function told(pieces: readonly string[]): string {
  const reader = new SaidSoFar();
  return pieces.map((piece) => reader.take(piece)).join("");
}

/** Writes a text as JSON, some characters as escapes. */
const escaped = (text: string, mask: readonly boolean[]) =>
  text
    .split("")
    .map((unit, at) => {
      if (mask[at % mask.length] === true) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      return unit.isWellFormed() ? JSON.stringify(unit).slice(1, -1) : unit;
    })
    .join("");

test("the value is told as it comes, however it is cut and escaped, and nothing behind it", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((raw) => raw.replaceAll("\u0000", ""));
  fc.assert(
    fc.property(
      text,
      fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 20 }),
      (said, mask, cuts) => {
        // Halves of a character are escaped both or neither.
        const even = mask.length === 1 ? mask : [mask[0] === true];
        const json = `\`\`\`json\n{ "say" : "${escaped(said, even)}", "emotion": "say \\"no\\"" }`;
        const places = [0, ...cuts.filter((cut) => cut < json.length).sort((a, b) => a - b), json.length];
        const pieces = places.slice(1).map((end, at) => json.slice(places[at], end));
        expect(told(pieces)).toBe(said);
      },
    ),
    { numRuns: rounds({ gate: 150, full: 5_000 }) },
  );
});

test("a broken escape is one mark, and half a character none", () => {
  expect(told(['{"say":"a\\u00', 'zzb"'])).toBe("a\ufffd00zzb");
  expect(told(['{"say":"\\ud83c', '\\udf0a!"'])).toBe("🌊!");
  expect(told(['{"say":"\\ud83cxxxxxxx"'])).toBe("\ufffdxxxxxxx");
  expect(told(['{"say":"\ud83c'])).toBe("");
});
