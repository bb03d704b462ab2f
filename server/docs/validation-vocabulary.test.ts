import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VALIDATION_VOCABULARY } from "./validation-vocabulary.ts";

const FOLDER = join(import.meta.dirname, "..", "kernel", "validation");
const known = new Set(VALIDATION_VOCABULARY.flatMap((kind) => kind.types));

test("every kind of mistake that validation names is explained", () => {
  const sources = readdirSync(FOLDER).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const named = sources.flatMap((file) =>
    [...readFileSync(join(FOLDER, file), "utf8").matchAll(/\btype: "([a-z]+(?:_[a-z]+)+)"/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((type) => !known.has(type))).toEqual([]);
});

test("every kind of the recorded vectors that we can answer is explained", () => {
  for (const type of [
    "string_too_short",
    "too_long",
    "greater_than_equal",
    "less_than",
    "int_parsing",
    "float_parsing",
    "enum",
  ]) {
    expect(known).toContain(type);
  }
});
