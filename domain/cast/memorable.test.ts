import { expect, test } from "vitest";
import { memorable } from "./memorable.ts";

test.each([
  ["I hid the key  under the third stone.", "Ines said: “I hid the key under the third stone.”"],
  ["My name is Vasco", "Ines said: “My name is Vasco”"],
  ["Where is the key?", null],
  ["“Where is the key?”", null],
  ["Hello, old friend", null],
  ["Good night!", null],
  ["Well, yes. It is so.", null],
])("of %j what is told is remembered: %j", (text, memory) => {
  expect(memorable(text, "Ines")).toBe(memory);
});
