import { expect, test } from "vitest";
import { recapLines } from "./recap.ts";

const lines = (texts: readonly string[]) => texts.map((text) => ({ text }));
const texts = (chosen: readonly { text: string }[]) => chosen.map(({ text }) => text);

test("a recap has the statements whose words come up most, in their order, and no greetings", () => {
  const said = [
    "Hello!",
    "The salt gate opens at low tide.",
    "Why does the salt gate open?",
    "Mara took the key of the salt gate.",
    "I had soup.",
    "Bye",
  ];
  expect(texts(recapLines(lines(said), 2))).toEqual([said[1], said[3]]);
  expect(texts(recapLines(lines(said), 3))).toEqual([said[1], said[2], said[3]]);
  expect(recapLines(lines(["Hello!", "You?"]), 5)).toEqual([]);
});

test("equal lines come in the order in which they were said", () => {
  const said = lines(["The lamp burns.", "The boat leaks.", "The rope frays."]);
  expect(recapLines(said, 2)).toEqual(said.slice(0, 2));
});
