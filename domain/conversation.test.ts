import { expect, test } from "vitest";
import { hasName, searchedWords } from "./conversation.ts";

const has = (text: string, name: string) => hasName(searchedWords(text), name);

test("a text has a name as whole words, whatever the case and the form of its letters", () => {
  expect(["Ana", "ANA!", "(ana)", "Ａｎａ, wait", "Banana and Ana", "🙂Ana🙂"].map((text) => has(text, "Ana"))).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  expect(["Banana", "Anabel", "Ana2", "𐐨Ana", "Ana𐐨", ""].map((text) => has(text, "Ana"))).toEqual(
    Array.from({ length: 6 }, () => false),
  );
  expect(has("Mara of the gate came", " Mara of the Gate ")).toBe(true);
  expect(has("Ana", " ")).toBe(false);
});

test("a text that is too long to be looked through counts as one that has every name", () => {
  const ligatures = "\u{fdfa}".repeat(4_000);
  expect(searchedWords(ligatures)).toBeNull();
  expect(has(ligatures, "Ana")).toBe(true);
  expect(searchedWords("ﬃ🙂".repeat(2_000))).not.toBeNull();
});

test("a text is looked through once for a name that it repeats inside of words", () => {
  expect(has("a".repeat(12_000), "a")).toBe(false);
});
