import { expect, test } from "vitest";
import { placeIn, placeInField, spanInField } from "./blocks.ts";

test("a place in a field is found in a text whose lines end in two characters", () => {
  const text = "The tide.\r\n\r\nMara\ncame.\r";
  const shown = text.replace(/\r\n?/g, "\n");
  for (const words of ["The", "tide.", "Mara", "came."]) {
    const start = shown.indexOf(words);
    expect(text.slice(placeIn(text, start), placeIn(text, start + words.length))).toBe(words);
  }
  expect(placeIn(text, shown.length)).toBe(text.length);
});

test("a part of a text is found in its field, whatever ends its lines, unless it has moved since", () => {
  const text = "The tide.\r\n\r\nMara\ncame.\rIt rains.";
  const shown = text.replace(/\r\n?/g, "\n");
  for (const words of ["The", "tide.\r\n\r\nMara", "came.", "rains."]) {
    const start = text.indexOf(words);
    const [from, to] = spanInField(shown, text, { start, end: start + words.length }) ?? [0, 0];
    expect(shown.slice(from, to)).toBe(words.replaceAll("\r\n", "\n"));
  }
  expect(spanInField(`So ${shown}`, text, { start: 0, end: 3 })).toBeNull();
  expect(placeInField(text, text.length)).toBe(shown.length);
});
