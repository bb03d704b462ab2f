import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf, findText } from "./find-text.ts";
import { searchForm } from "./search-form.ts";

const found = (text: string, wanted: string) => findText(text, wanted).map(({ start, end }) => text.slice(start, end));

test("letters are found as they are written, case and accents aside", () => {
  expect(found("Ana saw ÁNA and ána.", "ana")).toEqual(["Ana", "ÁNA", "ána"]);
  expect(found("Ysoldé", "solde")).toEqual(["soldé"]);
  expect(found("ﬁre", "f")).toEqual(["ﬁ"]);
  expect(found("ΣΊΣΥΦΟΣ", "σισυφος")).toEqual(["ΣΊΣΥΦΟΣ"]);
  expect(found("が", "が")).toEqual(["が"]);
  expect(found("salt", "")).toEqual([]);
  expect(found("aaaa", "aa")).toEqual(["aa", "aa"]);
});

test("what is found is what was looked for, and what contains it is found", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "É", "é", "s", "S", " ", "塩", "🌊", "\n", "ﬁ") });
  fc.assert(
    fc.property(text, text, text, (before, wanted, after) => {
      fc.pre(wanted !== "");
      const whole = before + wanted + after;
      const ranges = findText(whole, wanted);
      expect(ranges.length).toBeGreaterThan(0);
      for (const { start, end } of ranges) {
        expect(searchForm(whole.slice(start, end))).toContain(searchForm(wanted));
      }
    }),
  );
});

test("an excerpt lies around the first thing found and keeps its place", () => {
  const text = `${"word ".repeat(60)}the salt gate ${"more ".repeat(60)}`;
  const excerpt = excerptOf(text, findText(text, "SALT"));
  expect(excerpt.text.startsWith("…word")).toBe(true);
  expect(excerpt.text.endsWith("…")).toBe(true);
  expect(excerpt.ranges.map(({ start, end }) => excerpt.text.slice(start, end))).toEqual(["salt"]);
  expect(excerptOf("Salt\npays.", [])).toEqual({ text: "Salt pays.", ranges: [] });
});

test("an excerpt never cuts a character in two", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(3), (length, shift) => {
      const text = "x".repeat(shift) + "🌊".repeat(length);
      expect(excerptOf(text, findText(text, "🌊")).text.isWellFormed()).toBe(true);
      const late = `${text}salt${text}`;
      expect(excerptOf(late, findText(late, "salt")).text.isWellFormed()).toBe(true);
    }),
  );
});
