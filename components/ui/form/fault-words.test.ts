import { expect, test } from "vitest";
import { faultSentence, faultWords } from "./fault-words.ts";

test.each([
  ["Value error, Line 3, column 1: Expected a knot.", "Line 3, column 1: Expected a knot."],
  ["Value error, the name is taken", "The name is taken."],
  ["Field required", "Field required."],
  ["List should have at least 1 item after validation, not 0", "Choose at least 1."],
  ["Is it there?", "Is it there?"],
])("%s is told as a sentence, in the words of a person", (msg, sentence) => {
  expect(faultSentence(msg)).toBe(sentence);
});

test("within a sentence it keeps its own beginning", () => {
  expect(faultWords("Value error, no place of this project has this ID")).toBe("no place of this project has this ID");
});
