import fc from "fast-check";
import { expect, test } from "vitest";
import { codeHtml, codeTokens } from "./code-tokens.ts";

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

test("as HTML, code is marked up by nothing but us", () => {
  const code = '{"<b>": "</pre><script>&amp;", "n": 1}';
  expect(codeHtml("json", code)).toBe(
    '{<span class="n">"&lt;b&gt;"</span>: <span class="t">"&lt;/pre&gt;&lt;script&gt;&amp;amp;"</span>, <span class="n">"n"</span>: <span class="v">1</span>}',
  );
  expect(codeHtml("ts", "a < b && `x`")).toBe("a &lt; b &amp;&amp; `x`");
});
