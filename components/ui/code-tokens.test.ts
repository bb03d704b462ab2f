import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTokens } from "./code-tokens.ts";

test("JSON: names, texts and values are told apart", () => {
  const kinds = codeTokens("json", '{"a": "b: c", "n": [-1.5, null]}').filter((token) => token.kind !== "quiet");
  expect(kinds.filter((token) => token.text.trim() !== "")).toEqual([
    { kind: "name", text: '"a"' },
    { kind: "text", text: '"b: c"' },
    { kind: "name", text: '"n"' },
    { kind: "value", text: "-1.5" },
    { kind: "value", text: "null" },
  ]);
});

test("shell: commands, options and variables are told apart", () => {
  const named = codeTokens("sh", 'curl -X POST "$URL/v1" # once').filter((token) => token.kind !== "plain");
  expect(named).toEqual([
    { kind: "name", text: "curl" },
    { kind: "name", text: "-X" },
    { kind: "value", text: "$URL" },
    { kind: "quiet", text: " # once" },
  ]);
});

test("no character of any code is lost or added", () => {
  fc.assert(
    fc.property(fc.constantFrom("json", "sh", "http", "other"), fc.string(), (language, code) => {
      expect(
        codeTokens(language, code)
          .map((token) => token.text)
          .join(""),
      ).toBe(code);
    }),
  );
});
