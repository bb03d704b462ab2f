import { type ArchivedFile, type Deflate, writeZip } from "../zip-writer.ts";
import { encodeTexts } from "./encode-texts.ts";
import { type PrintedBook, type PrintedPart, type PrintedTexts, printedParts, withTitles } from "./printed.ts";
import { xml } from "./render.ts";
import { BOOK_STYLE } from "./write-html.ts";

/** Characters of one line of the cover, and its most lines. */
const COVER_LINE = 18;
const COVER_LINES = 7;

/**
 * Writes a book as EPUB 3.3 (W3C Recommendation of 25 May 2023): a cover, a navigation document, a file for each act and chapter, and
 * metadata of accessibility (EPUB Accessibility 1.1). The same book makes the same bytes.
 */
export function writeEpub(book: PrintedBook, deflate: Deflate): AsyncGenerator<Uint8Array, undefined, undefined> {
  return writeZip(filesOf(withTitles(book)), deflate);
}

async function* filesOf(book: PrintedBook): AsyncGenerator<ArchivedFile, undefined, undefined> {
  const encoder = new TextEncoder();
  const file = (name: string, text: string) => ({ name, bytes: encoder.encode(text) });
  yield { ...file("mimetype", "application/epub+zip"), isStored: true };
  yield file("META-INF/container.xml", CONTAINER);
  yield file("EPUB/package.opf", packageOf(book));
  yield file("EPUB/nav.xhtml", navigationOf(book));
  yield file("EPUB/style.css", BOOK_STYLE);
  yield file("EPUB/cover.svg", coverOf(book));
  yield file(
    "EPUB/cover.xhtml",
    page(book, "Cover", `<section epub:type="cover"><img src="cover.svg" alt="${xml(book.title)}" /></section>`),
  );
  let at = 0;
  for await (const { part, texts } of printedParts(book)) {
    at += 1;
    yield { name: `EPUB/${nameOf(at)}`, parts: encodeTexts(partOf(book, part, texts)) };
  }
}

/** The file of an act or a chapter, passage by passage. */
async function* partOf(
  book: PrintedBook,
  { kind, title }: PrintedPart,
  texts: PrintedTexts,
): AsyncGenerator<string, undefined, undefined> {
  const heading = kind === "act" ? `<h1 class="act">${xml(title)}</h1>` : `<h2>${xml(title)}</h2>`;
  yield `${pageHead(book, title)}<section epub:type="${kind === "act" ? "part" : "chapter"}">\n${heading}\n`;
  yield* texts;
  yield `</section>${PAGE_END}`;
}

const nameOf = (number: number) => `part-${String(number).padStart(4, "0")}.xhtml`;

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml" />
</rootfiles>
</container>
`;

function packageOf({ title, author, language, identifier, modified, parts }: PrintedBook): string {
  const creator = author === "" ? "" : `<dc:creator>${xml(author)}</dc:creator>\n`;
  const names = parts.map((_, at) => ({ id: `part-${at + 1}`, href: nameOf(at + 1) }));
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${xml(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${xml(identifier)}</dc:identifier>
<dc:title>${xml(title)}</dc:title>
<dc:language>${xml(language)}</dc:language>
${creator}<meta property="dcterms:modified">${modified.replace(/\.\d+Z$/, "Z")}</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">readingOrder</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">The book is text with headings and a table of contents.</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav" />
<item id="style" href="style.css" media-type="text/css" />
<item id="cover-image" href="cover.svg" media-type="image/svg+xml" properties="cover-image" />
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml" />
${names.map(({ id, href }) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml" />\n`).join("")}</manifest>
<spine>
<itemref idref="cover" />
<itemref idref="nav" />
${names.map(({ id }) => `<itemref idref="${id}" />\n`).join("")}</spine>
</package>
`;
}

function navigationOf(book: PrintedBook): string {
  const [first] = book.parts;
  const start = first === undefined ? "" : `<li><a epub:type="bodymatter" href="${nameOf(1)}">Beginning</a></li>\n`;
  const body = `<nav epub:type="toc" role="doc-toc" id="toc">
<h1>Contents</h1>
<ol>
${entriesOf(book.parts)}</ol>
</nav>
<nav epub:type="landmarks" hidden="">
<h2>Landmarks</h2>
<ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="toc" href="#toc">Contents</a></li>
${start}</ol>
</nav>`;
  return page(book, "Contents", body);
}

/** Entries of the table of contents, chapters under their acts. A book without parts has the entry of its cover. */
function entriesOf(parts: readonly PrintedPart[]): string {
  if (parts.length === 0) return `<li><a href="cover.xhtml">Cover</a></li>\n`;
  let entries = "";
  let isOpen = false;
  for (const [at, { kind, title, isInAct }] of parts.entries()) {
    if (isOpen && (kind === "act" || !isInAct)) {
      entries += "</ol></li>\n";
      isOpen = false;
    }
    const link = `<li><a href="${nameOf(at + 1)}">${xml(title)}</a>`;
    isOpen ||= kind === "act" && parts[at + 1]?.kind === "chapter" && parts[at + 1]?.isInAct === true;
    entries += kind === "act" && isOpen ? `${link}<ol>\n` : `${link}</li>\n`;
  }
  return isOpen ? `${entries}</ol></li>\n` : entries;
}

function page(book: PrintedBook, title: string, body: string): string {
  return `${pageHead(book, title)}${body}${PAGE_END}`;
}

/** The beginning of a page, up to what is in it. */
function pageHead({ language }: PrintedBook, title: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${xml(language)}" xml:lang="${xml(language)}">
<head>
<title>${xml(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css" />
</head>
<body>
`;
}

const PAGE_END = "\n</body>\n</html>\n";

/** A cover with the title and the author. */
function coverOf({ title, author }: PrintedBook): string {
  const lines = coverLines(title);
  const text = lines
    .map((line, at) => `<text x="300" y="${300 + at * 60}" font-size="48">${xml(line)}</text>\n`)
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900" viewBox="0 0 600 900" role="img" aria-label="${xml(title)}">
<rect width="600" height="900" fill="#22303c" />
<rect x="40" y="40" width="520" height="820" fill="none" stroke="#d8c9a3" stroke-width="2" />
<g fill="#f4efe2" font-family="serif" text-anchor="middle">
${text}<text x="300" y="800" font-size="28">${xml(author)}</text>
</g>
</svg>
`;
}

function coverLines(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COVER_LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, COVER_LINES);
}
