import { expect, test } from "vitest";
import { findMentions, indexNames } from "./mentions.ts";

const index = indexNames([
  { id: "odo", names: ["Odo", "Old Odo", "the keeper"] },
  { id: "gate", names: ["Salt Gate"] },
  { id: "salt", names: ["Salt"] },
  { id: "mara", names: ["Mara"] },
  { id: "other", names: ["Mara", "M"] },
]);
const found = (text: string) => findMentions(text, index).map(({ id, start, end }) => [id, text.slice(start, end)]);

test("names are found as words, the longest first, and one that two have is nobody's", () => {
  expect(found("Old Odo’s gate, the Salt Gate, is salt; Salt.")).toEqual([
    ["odo", "Old Odo"],
    ["gate", "Salt Gate"],
    ["salt", "Salt"],
  ]);
  expect(found("Odometer, Mara, M, the keeper")).toEqual([["odo", "the keeper"]]);
  expect(found("*Odo*-Odo\n\nSalt\nGate")).toEqual([
    ["odo", "Odo"],
    ["odo", "Odo"],
    ["salt", "Salt"],
  ]);
  expect(findMentions("Odo", indexNames([]))).toEqual([]);
});
