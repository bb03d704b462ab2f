import { expect, test } from "vitest";
import { spokenWords } from "./spoken-words.ts";

test.each([
  ["Hold hard.\n The tide  has turned.", "Hold hard. The tide has turned."],
  ["The toll is {toll_cost}, {keeper.name}.", "The toll is toll cost, keeper name."],
  ["{}", ""],
  ["… !", ""],
  ["", ""],
])("%j is spoken as %j", (text, said) => {
  expect(spokenWords({ text })).toBe(said);
});

test("braces that are read as they are, are no variable", () => {
  expect(spokenWords({ text: "{a_b}", text_marks: [{ kind: "literal", start: 0, end: 5 }] })).toBe("{a_b}");
});
