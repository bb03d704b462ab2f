import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { COMMENT_RULE, findWordingViolations, TYPE_RULE, wordingViolations } from "./comment-wording.ts";

const words = (text: string) => wordingViolations("a.ts", text).map(({ line, word }) => `${line} ${word}`);

test("a doc comment that opens with a relative clause, a pronoun or an adverb is named with its line", () => {
  expect(words("/** What providers answer. */\n/**\n * How it is looked for.\n */\n  /** Everything else. */")).toEqual(
    ["1 What", "2 How", "5 Everything"],
  );
});

test("nouns, verbs in the third person and booleans open doc comments", () => {
  expect(
    words("/** The outbox keeps edits. */\n/** Returns rows. */\n/** Whether it is open. */\n/** `null` ends it. */"),
  ).toEqual([]);
  expect(words("// What a line comment says is not looked at.\nconst pattern = '/** What';")).toEqual([]);
});

test("an exported type that is a participle is named, a noun that ends like one is not", () => {
  expect(words("export interface Asked {}\nexport type Found = string;\nexport interface Standing {}")).toEqual([
    "1 Asked",
    "2 Found",
    "3 Standing",
  ]);
  expect(words("export interface Seed {}\nexport type ReadRow = string;\ninterface Known {}")).toEqual([]);
});

test("comments and type names of the project keep the rules, which explain themselves", () => {
  expect(findWordingViolations(fileURLToPath(new URL("..", import.meta.url)))).toEqual([]);
  expect(COMMENT_RULE.length).toBeGreaterThan(60);
  expect(TYPE_RULE.length).toBeGreaterThan(60);
});
