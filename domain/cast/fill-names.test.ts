import { expect, test } from "vitest";
import { fillNames } from "./fill-names.ts";

test.each([
  ["{{char}} waves to {{user}}, {{Char}} does.", "Mara", "Odo waves to Mara, Odo does."],
  ["<BOT> waves to <user>.", "$& {{char}}", "Odo waves to $& {{char}}."],
  ["{{char}} waits.", null, "Odo waits."],
  ["You again, {{USER}}?", null, null],
  ["Set {x} to {{y}}.", null, "Set {x} to {{y}}."],
])("%s, said to %s", (text, person, said) => {
  expect(fillNames(text, { character: "Odo", person })).toBe(said);
});
