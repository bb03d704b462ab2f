import { expect, test } from "vitest";
import type { PlayVariable } from "./story.ts";
import { namesIn, wordsWith } from "./words.ts";

const variable = (name: string, initial: PlayVariable["default"]): PlayVariable => {
  return { id: `var_${name}`, name, type: "string", default: initial, enum_values: [] };
};
const variables = new Map(
  [variable("gold", 3), variable("met", false), variable("bag", ["rope", "lamp"]), variable("none", null)].map(
    (each) => [each.id, each],
  ),
);

test("values stand where their variables are named", () => {
  expect(wordsWith("{gold} coins, { bag }. Met: {met}{none}.", variables, { var_gold: 5 })).toBe(
    "5 coins, rope, lamp. Met: false.",
  );
});

test("braces around anything else stay as they are written", () => {
  const text = "{silver} {} {a\nb} {{gold}} {if gold}";
  expect(wordsWith(text, variables, {})).toBe("{silver} {} {a\nb} {3} {if gold}");
});

test("the names of a text are told once each", () => {
  expect(namesIn("{gold}, {gold} and { bag }")).toEqual(["gold", "bag"]);
});
