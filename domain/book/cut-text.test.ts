import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

const cut = (text: string, most: number) => cutText(text, most).map(({ start, end }) => text.slice(start, end));

test("a text is cut between its paragraphs, then lines, sentences and words, and loses blanks alone", () => {
  expect(cut("Short.", 20)).toEqual(["Short."]);
  expect(cut("The tide was.\n\nNobody came.", 20)).toEqual(["The tide was.", "Nobody came."]);
  expect(cut("The tide was out. Nobody came.", 20)).toEqual(["The tide was out.", "Nobody came."]);
  expect(cut("one two three four five six", 10)).toEqual(["one two", "three four", "five six"]);
  expect(cut("x".repeat(25), 10).map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(cut("😀".repeat(7), 5)).toEqual(["😀".repeat(5), "😀".repeat(2)]);
  expect(cut("😀".repeat(5), 5)).toEqual(["😀".repeat(5)]);
  const long = Array.from({ length: 300 }, (_, at) => `Line ${at} of the tide.${at % 3 === 0 ? "\n\n" : " "}`).join("");
  const pieces = cut(long, 700);
  expect(pieces.every(({ length }) => length <= 700)).toBe(true);
  expect(pieces.join("").replaceAll(/\s/g, "")).toBe(long.replaceAll(/\s/g, ""));
});
