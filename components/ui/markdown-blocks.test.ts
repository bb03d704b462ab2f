import { expect, test } from "vitest";
import { parseMarkdown, slug } from "./markdown-blocks.ts";
import { plainText } from "./markdown-inline.ts";

const text = (value: string) => ({ kind: "text", text: value });

test("paragraphs join their lines and end at a blank one", () => {
  expect(parseMarkdown("one\ntwo\n\nthree")).toEqual([
    { kind: "paragraph", content: [text("one two")] },
    { kind: "paragraph", content: [text("three")] },
  ]);
});

test("headings carry an address made of their words", () => {
  expect(parseMarkdown("## What `at_seq` means")).toEqual([
    {
      kind: "heading",
      level: 2,
      id: "what-at-seq-means",
      content: [text("What "), { kind: "code", text: "at_seq" }, text(" means")],
    },
  ]);
  expect(slug("ETag, If-Match & base_seq")).toBe("etag-if-match-base-seq");
});

test("fenced code is kept to the letter, marks and all", () => {
  expect(parseMarkdown('```json\n{"a": "*b*"}\n\n# no heading\n```\nafter')).toEqual([
    { kind: "code", language: "json", text: '{"a": "*b*"}\n\n# no heading' },
    { kind: "paragraph", content: [text("after")] },
  ]);
});

test("an unclosed fence runs to the end", () => {
  expect(parseMarkdown("```\nleft open")).toEqual([{ kind: "code", language: "", text: "left open" }]);
});

test("lists keep their items apart, and a continued line with its item", () => {
  expect(parseMarkdown("- one\n  more\n- two\n\n1. first\n2. second")).toEqual([
    { kind: "list", ordered: false, items: [[text("one more")], [text("two")]] },
    { kind: "list", ordered: true, items: [[text("first")], [text("second")]] },
  ]);
});

test("tables have a head and rows; an escaped bar stays in its cell", () => {
  expect(parseMarkdown("| a | b |\n|---|---|\n| `x` | 1 \\| 2 |\n\nafter")).toEqual([
    { kind: "table", head: [[text("a")], [text("b")]], rows: [[[{ kind: "code", text: "x" }], [text("1 | 2")]]] },
    { kind: "paragraph", content: [text("after")] },
  ]);
});

test("strong, emphasis and links nest; stars inside words and code stay stars", () => {
  expect(parseMarkdown("**a `b`** *c* [d *e*](/docs#f) 2*3*4 `**`")).toEqual([
    {
      kind: "paragraph",
      content: [
        { kind: "strong", content: [text("a "), { kind: "code", text: "b" }] },
        text(" "),
        { kind: "emphasis", content: [text("c")] },
        text(" "),
        { kind: "link", href: "/docs#f", content: [text("d "), { kind: "emphasis", content: [text("e")] }] },
        text(" 2*3*4 "),
        { kind: "code", text: "**" },
      ],
    },
  ]);
});

test("an address that could run a script stays text", () => {
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example"]) {
    expect(JSON.stringify(parseMarkdown(`[x](${href})`))).not.toContain('"link"');
  }
});

test("the plain text of runs has no marks", () => {
  const [block] = parseMarkdown("a **b** `c`");
  expect(block?.kind === "paragraph" && plainText(block.content)).toBe("a b c");
});
