import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alnumForm, searchForm } from "./search-form.ts";

describe("searchForm", () => {
  it.each([
    ["São Tomé", "sao tome"],
    ["Åland", "aland"],
    ["ﬁnd Ⅳ", "find iv"],
    ["İSTANBUL", "istanbul"],
    ["Việt Nam", "viet nam"],
    ["ΟΔΟΣ", "οδοσ"],
    ["ガ", "ガ"],
    ["हिन्दी", "हिन्दी"],
    ["مُحَمَّد", "محمد"],
    ["Ёлка", "елка"],
  ])("%s becomes %s", (text, form) => {
    expect(searchForm(text)).toBe(form);
  });

  it("is the same however the text was composed", () => {
    expect(searchForm("Zoe\u0308")).toBe(searchForm("Zo\u00eb"));
  });

  it("is stable: the form of a form is itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => searchForm(searchForm(text)) === searchForm(text)),
    );
  });
});

describe("alnumForm", () => {
  it("has a letter or digit for each character, so that a part of a text stays a part of it", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        const form = alnumForm(before + part + after);
        expect(form).toMatch(/^[a-z0-9]*$/);
        expect(form).toHaveLength(Array.from(before + part + after).length);
        expect(form).toContain(alnumForm(part));
      }),
    );
    expect(alnumForm("name 7")).toBe("name67");
  });
});
