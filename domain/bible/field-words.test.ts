import { expect, test } from "vitest";
import { wordsOfValue } from "./field-words.ts";

test("nested properties are one sentence: full stops of their words are not repeated before the next", () => {
  const habits = { at_ebb: "He rakes salt.", atFlood: ["Sleeps.", "Mends nets…"], none: null };
  expect(wordsOfValue(habits, () => null)).toBe("at ebb: He rakes salt; at flood: Sleeps, Mends nets…");
  expect(wordsOfValue({ motto: "Wait...", end: "Go." }, () => null)).toBe("motto: Wait...; end: Go.");
});
