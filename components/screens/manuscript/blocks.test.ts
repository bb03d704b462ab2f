import { expect, test } from "vitest";
import { placeIn } from "./blocks.ts";

test("a place in a field is found in a text whose lines end in two characters", () => {
  const text = "The tide.\r\n\r\nMara\ncame.\r";
  const shown = text.replace(/\r\n?/g, "\n");
  for (const words of ["The", "tide.", "Mara", "came."]) {
    const start = shown.indexOf(words);
    expect(text.slice(placeIn(text, start), placeIn(text, start + words.length))).toBe(words);
  }
  expect(placeIn(text, shown.length)).toBe(text.length);
});
