import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown, MarkdownLine, slug } from "./markdown.tsx";

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />)
    .replace(/^<div class="prose">/, "")
    .replace(/<\/div>$/, "");
const line = (text: string) => renderToStaticMarkup(<MarkdownLine text={text} />);

test("paragraphs join their lines and end at a blank one", () => {
  expect(html("one\ntwo\n\nthree")).toBe("<p>one two</p><p>three</p>");
});

test("headings carry an address made of their words; the first level is left to the page", () => {
  expect(html("# Title\n\n## What `at_seq` means")).toBe(
    '<h2 id="what-at-seq-means"><a href="#what-at-seq-means" class="heading-link">What <code>at_seq</code> means</a></h2>',
  );
  expect(slug("ETag, If-Match & base_seq")).toBe("etag-if-match-base-seq");
});

test("fenced code is kept to the letter, marks and all", () => {
  const text = html('```json\n{"a": "*b*"}\n\n# no heading\n```\nafter');
  const code = /<pre data-language="json">(.*?)<\/pre><\/section><\/figure><p>after<\/p>$/s.exec(text)?.[1] ?? "";
  expect(code.replaceAll(/<[^>]+>/g, "").replaceAll("&quot;", '"')).toBe('{"a": "*b*"}\n\n# no heading');
});

test("an unclosed fence runs to the end", () => {
  expect(html("```\nleft open")).toContain('<pre data-language="">left open</pre>');
});

test("lists keep their items apart, and a continued line with its item", () => {
  expect(html("- one\n  more\n- two\n\n1. first\n2. second")).toBe(
    "<ul><li>one more</li><li>two</li></ul><ol><li>first</li><li>second</li></ol>",
  );
});

test("tables have a head and rows; an escaped bar stays in its cell", () => {
  expect(html("| a | b |\n|---|---|\n| `x` | 1 \\| 2 |\n\nafter")).toBe(
    '<section class="table-scroll" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col">b</th>' +
      "</tr></thead><tbody><tr><td><code>x</code></td><td>1 | 2</td></tr></tbody></table></section><p>after</p>",
  );
});

test("strong, emphasis and links nest; stars in code stay stars, and so do names with lines under them", () => {
  expect(line("**a `b`** *c* [d *e*](/docs/guides/playing#f) 2 * 3 * 4 `**` node_id_of")).toBe(
    '<strong>a <code>b</code></strong> <em>c</em> <a href="/docs/guides/playing#f">d <em>e</em></a> 2 * 3 * 4 <code>**</code> node_id_of',
  );
});

test("an address that could run a script stays text", () => {
  for (const href of ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//elsewhere.example"]) {
    expect(line(`[x](${href})`)).not.toContain("<a");
    expect(line(`<${href}>`)).not.toContain("<a");
  }
});

test("HTML and pictures stay text", () => {
  for (const source of ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![x](/x.png)", "<b>bold</b>"]) {
    expect(html(`${source}\n\n${source}`)).not.toMatch(/<(?:script|img|b)\b/);
  }
});

test.each([
  ["brackets", "["],
  ["stars that open and close", "*a**a"],
  ["underlines", "_a__"],
  ["quotes", ">"],
  ["links in links", "[a]("],
  ["pictures", "!["],
  ["lists", "- "],
  ["fences", "```\n"],
  ["tables", "|a\n|-\n"],
])("many %s are read in time", (_, part) => {
  expect(html(part.repeat(4_000)).length).toBeGreaterThan(0);
});
