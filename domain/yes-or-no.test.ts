import { expect, test } from "vitest";
import { readYesOrNo, YES_AND_NO, yesOrNo } from "./yes-or-no.ts";

test("what is shown of yes or no is read back as the same", () => {
  for (const value of [true, false]) expect(readYesOrNo(yesOrNo(value))).toBe(value);
  expect(YES_AND_NO.map(readYesOrNo)).toEqual([true, false]);
});

test("what the API calls them is read, too, and nothing else", () => {
  expect(["true", "FALSE", " Yes ", "maybe", "", "1"].map(readYesOrNo)).toEqual([true, false, true, null, null, null]);
});
