import { describe, expect, test } from "vitest";
import { areAlike } from "./alike.ts";

const card = (text: string, ...choices: string[]) => ({ text, choices });

describe("cards are alike", () => {
  test.each([
    ["when nothing changed", card("The rope goes slack.", "Sit"), card("The rope goes slack.", "Sit")],
    ["when a word changed", card("The ferryman does not look up."), card("The ferryman looks up.")],
    ["whatever their case and marks", card("HALT! Who goes there?"), card("Halt, who goes there")],
    ["by their choices", card("", "Pay the man", "Swim"), card("", "Pay the man", "Row")],
    ["in scripts without spaces", card("船は岸を離れた。"), card("船は岸を離れない。")],
  ])("%s", (_, one, other) => {
    expect(areAlike(one, other)).toBe(true);
    expect(areAlike(other, one)).toBe(true);
  });

  test.each([
    ["when only small words are common", card("The rain will not stop"), card("The camel looks at the well and waits")],
    ["when one has none", card("The rope goes slack."), card("")],
    ["when neither has any", card("", "…"), card("", "…")],
    ["in scripts without spaces", card("船は岸を離れた。"), card("町には誰もいない")],
    [
      "when one is a line of a long other",
      card("Halt."),
      card("Halt. The gate is shut, and the guard is asleep on a barrel."),
    ],
  ])("not %s", (_, one, other) => {
    expect(areAlike(one, other)).toBe(false);
  });
});
