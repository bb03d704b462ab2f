import { expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { schemaIssues, schemaMistake } from "../../operation/json-schema/json-schema.ts";
import { fillSchema } from "../../operation/json-schema/sketch-schema.ts";
import { readAnswer } from "./read-answer.ts";

const nested = (levels: number, inner: JsonObject): JsonObject =>
  levels === 0 ? inner : { type: "array", minItems: 100, items: nested(levels - 1, inner) };

test.each([
  ["lists in lists", nested(4, { type: "boolean" }), /"\/items\/items.*1 MiB/],
  [
    "a long text",
    { properties: { a: { type: "string", minLength: 2e8 } }, required: ["a"], type: "object" },
    /"\/properties\/a"/,
  ],
  ["a list without end", { type: "array", minItems: 1e308 }, /1 MiB/],
  ["many defaults", { type: "array", minItems: 100, items: { default: "x".repeat(20_000) } }, /"\/items\/default"/],
  ["a pattern that looks ahead", { type: "string", pattern: "^(?=a)b" }, /look around/],
  ["keys by alternatives", { type: "object", patternProperties: { "^(a|aa)+$": {} } }, /patternProperties/],
])("a schema that asks for too much is refused with its part: %s", (_, schema, said) => {
  expect(schemaMistake(schema as JsonObject)).toMatch(said);
});

test("nothing is filled beyond 1 MiB", () => {
  expect(fillSchema(nested(4, {}), [])).toBeNull();
  expect(fillSchema(nested(1, { type: "string", maxLength: 3 }), ["words"])).toEqual(Array(100).fill("wor"));
});

test("patterns are compared in linear time, wherever they stand, and are no more than words where they are values", () => {
  const words = "a".repeat(5_000);
  for (const pattern of ["^(a+)+$", `^${".?".repeat(26)}\\d$`, "^(a|aa)+c$", "\\u0062\\u{62}"]) {
    const schema: JsonObject = { properties: { pattern: { anyOf: [{ type: "string", pattern }] } } };
    expect(schemaMistake(schema)).toBeNull();
    const issues = schemaIssues(schema, { pattern: `${words}b` });
    expect(issues.map(({ pointer }) => pointer)).toContain("/pattern");
  }
  expect(schemaIssues({ type: "string", pattern: "^\\u0061+$" }, words)).toEqual([]);
  expect(schemaIssues({ const: { pattern: "x" } }, { pattern: "x" })).toEqual([]);
  expect(
    schemaIssues(
      { type: "array", items: { pattern: "(a?){200}" } },
      Array.from({ length: 50 }, () => words),
    ),
  ).toEqual([{ pointer: "", message: expect.stringContaining("too much text") }]);
});

test("an answer is read in linear time, whatever its fences are, and repaired up to 64 kB", () => {
  const read = (text: string) => readAnswer(text, {});
  expect(read('Here:\n```json \n\n{"a": 1}\n```\nDone').value).toEqual({ a: 1 });
  expect(read('```\n{"a": 1}```').value).toEqual({ a: 1 });
  for (const text of [`\`\`\`${"\n".repeat(500_000)}x`, "`".repeat(500_000), `\`\`\`${" ".repeat(500_000)}x`]) {
    expect(read(text).mistake).not.toBeNull();
  }
  expect(read(`{${'"a":"b" '.repeat(100)}}`).repairs).toContain("json_repaired");
  expect(read(`{${'"a":"b" '.repeat(32_000)}`).mistake?.message).toBe("The answer is no JSON.");
});
