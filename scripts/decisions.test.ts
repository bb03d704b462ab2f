import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../docs/decisions", import.meta.url));
const decisions = readdirSync(folder)
  .sort()
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

test("decisions are numbered one by one, and each number is taken once", () => {
  expect(decisions.map(({ file }) => Number(file.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
});

test("a decision has a title with its number and the three sections", () => {
  for (const { file, text } of decisions) {
    expect(text.split("\n")[0], file).toMatch(new RegExp(`^# ${file.slice(0, 4)}\\. \\S.{10,90}$`));
    expect(text.match(/^## .*$/gm), file).toEqual(["## Context", "## Decision", "## Consequences"]);
  }
});

test("decisions refer to others by a number that exists", () => {
  const named = decisions.flatMap(({ text }) => [...text.matchAll(/\((0\d{3})\)/g)].map(([, number]) => number));
  const known = new Set(decisions.map(({ file }) => file.slice(0, 4)));
  expect(named.filter((number) => number !== undefined && !known.has(number))).toEqual([]);
});
