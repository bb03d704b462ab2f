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
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["ŁÓDŹ", "lodz"],
    ["Ørsted, Þór, Đorđe", "orsted, thor, dorde"],
    ["Œuvre, Ægir", "oeuvre, aegir"],
    ["ＳＡＬＴ ｶﾞ", "salt ガ"],
    ["Diyarbakır", "diyarbakir"],
    ["har\u00adbour", "harbour"],
    ["ســلام", "سلام"],
    ["ᾳ", "α"],
  ])("%s becomes %s", (text, form) => {
    expect(searchForm(text)).toBe(form);
  });

  it("is the same however the text was composed", () => {
    expect(searchForm("Zoe\u0308")).toBe(searchForm("Zo\u00eb"));
  });

  it("is stable for every character: the form of a form is itself", () => {
    const unstable: string[] = [];
    for (let code = 0; code < 0x3_0000; code += 1) {
      const form = searchForm(String.fromCodePoint(code));
      if (searchForm(form) !== form) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
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
