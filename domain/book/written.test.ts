import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { Deflate } from "../zip-writer.ts";
import type { PrintedBook, PrintedTexts } from "./printed.ts";
import { tokensOf, xhtmlOf } from "./render.ts";
import { docxOf, writeDocx } from "./write-docx.ts";
import { writeEpub } from "./write-epub.ts";
import { writeHtml } from "./write-html.ts";

const raw = promisify(deflateRaw);
const deflate: Deflate = (bytes, isLast) =>
  raw(bytes, { finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH });
const TEXTS = [
  [
    "Some *emphasis*, **strength** & <b>markup</b>.\u0000\n\n# A heading\n\n> quoted\n\n1. one\n2. two\n\n***\n\n[in](chapter.html) [out](https://example.com/?a=1&b=2) ![p](x.png)",
  ],
  ["| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode <x>\n```\n\nline  \nbreak"],
  [],
];
const BOOK: PrintedBook = {
  title: "Salt & <Gate>",
  author: "Mara",
  language: "en",
  identifier: "urn:uuid:00000000-0000-8000-8000-000000000000",
  modified: "2026-11-29T10:00:00.123Z",
  parts: [
    { kind: "chapter", title: "Prologue", isInAct: false },
    { kind: "act", title: "I", isInAct: false },
    { kind: "chapter", title: "One", isInAct: true },
    { kind: "chapter", title: "Epilogue", isInAct: false },
  ],
  texts: async function* () {
    yield* TEXTS;
  },
};

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** A book whose passages are rendered as they are asked for. */
function rendered(book: PrintedBook, render: (text: string) => string): PrintedBook {
  const each = async function* (texts: PrintedTexts) {
    for await (const text of texts) yield render(text);
  };
  return {
    ...book,
    texts: async function* () {
      for await (const texts of book.texts()) yield each(texts);
    },
  };
}
const epubOf = (book: PrintedBook, pack = deflate) => writeEpub(rendered(book, xhtmlOf), pack);
const docx = (book: PrintedBook, pack = deflate) => writeDocx(rendered(book, docxOf), pack);
const htmlOf = (book: PrintedBook) => writeHtml(rendered(book, xhtmlOf));

/** Tags that are opened and not closed, or closed and not opened. */
function unbalanced(text: string): string[] {
  const open: string[] = [];
  for (const [, end, name = "", own] of text.matchAll(/<(\/?)([A-Za-z][\w:]*)(?:"[^"]*"|[^<>"])*?(\/?)>/g)) {
    if (own === "/") continue;
    if (end === "") open.push(name);
    else if (open.pop() !== name) return [name];
  }
  return open;
}

test("an EPUB has its type first and stored, well-formed files, and a contents of acts and chapters", async () => {
  const bytes = await bytesOf(epubOf(BOOK));
  expect(bytes.subarray(30, 58).toString("latin1")).toBe("mimetypeapplication/epub+zip");
  expect([bytes.readUInt16LE(8), bytes.readUInt16LE(28)]).toEqual([0, 0]);
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)] as const);
  for (const [name, text] of files) expect([name, unbalanced(text)]).toEqual([name, []]);
  const file = new Map(files);
  const items = [...(file.get("EPUB/package.opf") ?? "").matchAll(/ href="([^"]+)"/g)].map(
    ([, href]) => `EPUB/${href}`,
  );
  const packed = files.map(([name]) => name).filter((name) => name.startsWith("EPUB/") && name !== "EPUB/package.opf");
  expect(items.toSorted()).toEqual(packed.toSorted());
  expect(file.get("EPUB/package.opf")).toContain("2026-11-29T10:00:00Z</meta>");
  expect(file.get("EPUB/nav.xhtml")?.replace(/\s+/g, "")).toContain(
    '<li><ahref="part-0001.xhtml">Prologue</a></li><li><ahref="part-0002.xhtml">I</a><ol><li><ahref="part-0003.xhtml">One</a></li></ol></li><li><ahref="part-0004.xhtml">Epilogue</a></li>',
  );
  const text = file.get("EPUB/part-0001.xhtml") ?? "";
  expect(text).toContain("<em>emphasis</em>, <strong>strength</strong> &amp; &lt;b&gt;markup&lt;/b&gt;");
  expect(text).toContain('<a href="https://example.com/?a=1&amp;b=2">out</a>');
  expect(text).not.toMatch(/href="chapter|<img|<h1/);
  expect(await bytesOf(epubOf(BOOK))).toEqual(bytes);
});

/** The files of a document, its text, and its paragraphs with their styles and indents. */
async function documentOf(book: PrintedBook) {
  const files = unzipSync(await bytesOf(docx(book)));
  const text = strFromU8(files["word/document.xml"] as Uint8Array);
  const paragraphs = [
    ...text.matchAll(/<w:pStyle w:val="(\w+)"\/>(?:<w:ind w:left="(\d+)"[^>]*>)?<\/w:pPr>(.*?)<\/w:p>/g),
  ].map(([, style, indent, runs = ""]) => [
    style,
    runs.replaceAll("<w:tab/>", "\t").replace(/<[^<>]*>/g, ""),
    ...(indent === undefined ? [] : [indent]),
  ]);
  return { files, text, paragraphs };
}

test("a DOCX has headings, quotations, lists and breaks as a word processor knows them", async () => {
  const { files, text, paragraphs } = await documentOf(BOOK);
  for (const [name, content] of Object.entries(files))
    expect([name, unbalanced(strFromU8(content))]).toEqual([name, []]);
  expect(paragraphs).toEqual([
    ["Title", "Salt &amp; &lt;Gate&gt;"],
    ["Subtitle", "Mara"],
    ["Heading2", "Prologue"],
    ["Normal", "Some emphasis, strength &amp; &lt;b&gt;markup&lt;/b&gt;."],
    ["Heading3", "A heading"],
    ["Quote", "quoted"],
    ["ListParagraph", "1.\tone"],
    ["ListParagraph", "2.\ttwo"],
    ["SceneBreak", "* * *"],
    ["Normal", "[in](chapter.html) out ![p](x.png)"],
    ["Heading1", "I"],
    ["Heading2", "One"],
    ["Normal", "a\tb"],
    ["Normal", "1\t2"],
    ["Code", "code &lt;x&gt;"],
    ["Normal", "linebreak"],
    ["Heading2", "Epilogue"],
  ]);
  expect(text).toContain('<w:rPr><w:i/></w:rPr><w:t xml:space="preserve">emphasis</w:t>');
});

test("a page has everything in itself, and a link to each part", async () => {
  let text = "";
  for await (const part of htmlOf(BOOK)) text += part;
  expect(text).not.toMatch(/<script|<link|src=/);
  const links = [...text.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(links).toEqual([...text.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
});

test("a book without titles, and with references to characters that XML has no place for, is well formed", async () => {
  const bare: PrintedBook = {
    ...BOOK,
    title: " ",
    parts: [
      { kind: "act", title: "\u00a0", isInAct: false },
      { kind: "chapter", title: " ", isInAct: true },
    ],
    texts: async function* () {
      yield ["The tide&#12; was &#xC;out."];
    },
  };
  const files = unzipSync(await bytesOf(epubOf(bare)));
  const text = Object.values(files).map((bytes) => strFromU8(bytes));
  for (const each of text) expect(each).not.toMatch(/\f|<title>\s*<|<a [^>]*>\s*</);
  expect(strFromU8(files["EPUB/part-0002.xhtml"] as Uint8Array)).toContain(
    "<h2>Chapter</h2>\n<p>The tide was out.</p>",
  );
  expect(strFromU8(files["EPUB/package.opf"] as Uint8Array)).toContain("<dc:title>Untitled</dc:title>");
});

test("items of lists in a DOCX have their own markers, and lists in lists stand further in", async () => {
  const items = "- one\n  - two\n    1. three\n-\n-\n  ```\n  code\n  ```\n\nAfter.";
  const { paragraphs } = await documentOf({
    ...BOOK,
    author: "",
    parts: [{ kind: "chapter", title: "One", isInAct: false }],
    texts: async function* () {
      yield [items];
    },
  });
  expect(paragraphs.slice(2)).toEqual([
    ["ListParagraph", "•\tone"],
    ["ListParagraph", "•\ttwo", "1440"],
    ["ListParagraph", "1.\tthree", "2160"],
    ["ListParagraph", "•\t"],
    ["ListParagraph", "•\t"],
    ["Code", "code"],
    ["Normal", "After."],
  ]);
});

test("the texts of a chapter are asked for one after another, and make the same bytes", async () => {
  let asked = 0;
  const slow: PrintedBook = {
    ...BOOK,
    texts: async function* () {
      for (const texts of TEXTS) {
        yield (async function* () {
          for (const text of texts) {
            asked += 1;
            yield text;
          }
        })();
      }
    },
  };
  const seen: [asked: number, piece: string][] = [];
  for await (const piece of htmlOf(slow)) seen.push([asked, piece]);
  expect(seen.find(([, piece]) => piece.includes("emphasis"))?.[0]).toBe(1);
  expect(seen.find(([, piece]) => piece.includes("<table>"))?.[0]).toBe(2);
  for (const write of [epubOf, docx]) expect(await bytesOf(write(slow))).toEqual(await bytesOf(write(BOOK)));
});

test("a long text is compressed while it is written, and read as it was", async () => {
  const words = "The tide was out, and nobody came. ".repeat(500);
  const long: PrintedBook = {
    ...BOOK,
    parts: [{ kind: "chapter", title: "One", isInAct: false }],
    texts: async function* () {
      yield Array.from({ length: 40 }, (_, at) => `${at} ${words}`);
    },
  };
  const sizes: number[] = [];
  const counted: Deflate = (bytes, isLast) => {
    sizes.push(bytes.length);
    return deflate(bytes, isLast);
  };
  for (const [write, name] of [
    [docx, "word/document.xml"],
    [epubOf, "EPUB/part-0001.xhtml"],
  ] as const) {
    sizes.length = 0;
    const text = strFromU8(unzipSync(await bytesOf(write(long, counted)))[name] as Uint8Array);
    expect(unbalanced(text)).toEqual([]);
    expect([...text.matchAll(/(\d+) The tide/g)].map(([, at]) => Number(at))).toEqual(
      Array.from({ length: 40 }, (_, at) => at),
    );
    expect(text.length).toBeGreaterThan(700_000);
    expect(Math.max(...sizes)).toBeLessThan(300_000);
  }
});

test("a table has no more cells than its text has characters, and each that is written out is whole", () => {
  const columns = 100;
  const head = `|${"a|".repeat(columns)}\n|${"-|".repeat(columns)}\n`;
  const lacking = `${head}${"a\n".repeat(655)}\n`.repeat(11);
  expect(tokensOf(lacking).filter(({ type }) => type === "td_open").length).toBeLessThan(lacking.length);
  expect(xhtmlOf(lacking).match(/^a$/gm)?.length).toBeGreaterThan(5_000);
  const full = `${head}${`|${"|".repeat(columns)}\n`.repeat(50)}`;
  expect(xhtmlOf(full)).not.toContain("<p>");
  expect(xhtmlOf("a|b\n-|-\n1\n\na|b\n-|-\n2").match(/<td><\/td>/g)).toHaveLength(2);
});
