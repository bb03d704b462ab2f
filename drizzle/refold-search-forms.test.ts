import { expect, test } from "vitest";
import { searchForm } from "#domain/search-form.ts";
import { FORMER_CHARACTERS } from "./refold-search-forms.ts";

/** Combining marks that search forms never had. */
const MARKS = new RegExp(
  [
    "[\\u0300-\\u036f\\u0483-\\u0487]",
    "[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]",
    "[\\u0610-\\u061a\\u064b-\\u065f\\u0670]",
    "[\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]",
  ].join("|"),
  "g",
);

/** The search form as it was before case was folded in full. */
const former = (text: string) =>
  text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ").normalize("NFD").replace(MARKS, "").normalize("NFC");

test("every character of a former search form that has another form now is looked for", () => {
  const pattern = new RegExp(FORMER_CHARACTERS, "u");
  const missed: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    // Private use and most of the planes beyond the first two are themselves.
    if (code === 0x3_4000) code = 0xe_0000;
    if (code === 0xe_1000) break;
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (former(character) !== character) continue;
    const form = searchForm(character);
    if (form !== character && !pattern.test(character)) missed.push(code.toString(16));
    if (searchForm(former(character)) !== form) missed.push(`of a form: ${code.toString(16)}`);
  }
  expect(missed).toEqual([]);
});
