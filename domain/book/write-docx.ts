import type { Token } from "markdown-it";
import { type ArchivedFile, type Deflate, writeZip } from "../zip-writer.ts";
import { encodeTexts } from "./encode-texts.ts";
import { type PrintedBook, printedParts, withTitles } from "./printed.ts";
import { tokensOf, xml } from "./render.ts";

const MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

/**
 * Writes a book as a document of word processors (ISO/IEC 29500-1, WordprocessingML): titles, acts and chapters are headings, so that its
 * outline can be navigated; emphasis, quotations, lists, code and breaks of scenes are kept. The same book makes the same bytes.
 */
export function writeDocx(book: PrintedBook, deflate: Deflate): AsyncGenerator<Uint8Array, undefined, undefined> {
  return writeZip(filesOf(withTitles(book)), deflate);
}

async function* filesOf(book: PrintedBook): AsyncGenerator<ArchivedFile, undefined, undefined> {
  const encoder = new TextEncoder();
  const file = (name: string, text: string) => ({ name, bytes: encoder.encode(HEAD + text) });
  yield file("[Content_Types].xml", CONTENT_TYPES);
  yield file(
    "_rels/.rels",
    relations([
      ["officeDocument", "word/document.xml"],
      ["core", "docProps/core.xml"],
    ]),
  );
  yield file("docProps/core.xml", coreOf(book));
  yield file("word/_rels/document.xml.rels", relations([["styles", "styles.xml"]]));
  yield file("word/styles.xml", stylesOf(book));
  yield { name: "word/document.xml", parts: encodeTexts(documentOf(book)) };
}

/** The text of a document, passage by passage. */
async function* documentOf(book: PrintedBook): AsyncGenerator<string, undefined, undefined> {
  yield `${HEAD}<w:document xmlns:w="${MAIN}"><w:body>${paragraph("Title", run(book.title))}`;
  if (book.author !== "") yield paragraph("Subtitle", run(book.author));
  for await (const { part, texts } of printedParts(book)) {
    yield paragraph(part.kind === "act" ? "Heading1" : "Heading2", run(part.title));
    yield* texts;
  }
  yield `${SECTION}</w:body></w:document>`;
}

const SECTION = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`;

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

function relations(of: readonly (readonly [type: string, target: string])[]): string {
  const all = of.map(([type, target], at) => {
    const kind = type === "core" ? `${PACKAGE}/relationships/metadata/core-properties` : `${OFFICE}/${type}`;
    return `<Relationship Id="rId${at + 1}" Type="${kind}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join("")}</Relationships>`;
}

function coreOf({ title, author, modified }: PrintedBook): string {
  const at = `xsi:type="dcterms:W3CDTF">${modified.replace(/\.\d+Z$/, "Z")}`;
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><dcterms:modified ${at}</dcterms:modified></cp:coreProperties>`;
}

/** Width of an indent in twentieths of a point, and the most of them that leave room for words. */
const INDENT = 720;
const MAX_INDENTS = 6;

/** Styles by id: name, properties of paragraphs, properties of characters. */
const STYLES: Readonly<Record<string, readonly [name: string, paragraph: string, characters: string]>> = {
  Normal: ["Normal", `<w:spacing w:line="360" w:lineRule="auto"/>`, `<w:sz w:val="24"/>`],
  Title: ["Title", `<w:spacing w:before="2400" w:after="240"/><w:jc w:val="center"/>`, `<w:sz w:val="56"/>`],
  Subtitle: ["Subtitle", `<w:jc w:val="center"/>`, `<w:sz w:val="28"/>`],
  Heading1: ["heading 1", heading(0, true), `<w:b/><w:sz w:val="40"/>`],
  Heading2: ["heading 2", heading(1, true), `<w:b/><w:sz w:val="32"/>`],
  Heading3: ["heading 3", heading(2, false), `<w:b/><w:sz w:val="28"/>`],
  Quote: ["Quote", `<w:ind w:left="${INDENT}" w:right="${INDENT}"/>`, `<w:i/>`],
  ListParagraph: ["List Paragraph", `<w:ind w:left="${INDENT}" w:hanging="360"/>`, ""],
  SceneBreak: ["Scene Break", `<w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/>`, ""],
  Code: ["Code", "", `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>`],
};

function heading(level: number, beginsPage: boolean): string {
  const breaks = beginsPage ? "<w:pageBreakBefore/>" : "";
  return `<w:keepNext/>${breaks}<w:spacing w:before="480" w:after="240"/><w:outlineLvl w:val="${level}"/>`;
}

function stylesOf({ language }: PrintedBook): string {
  const all = Object.entries(STYLES).map(([id, [name, paragraphs, characters]]) => {
    const isBase = id === "Normal";
    const based = isBase ? "" : `<w:basedOn w:val="Normal"/>`;
    const own = isBase ? ` w:default="1"` : "";
    return `<w:style w:type="paragraph"${own} w:styleId="${id}"><w:name w:val="${name}"/>${based}<w:qFormat/><w:pPr>${paragraphs}</w:pPr><w:rPr>${characters}</w:rPr></w:style>`;
  });
  return `<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="${xml(language)}"/></w:rPr></w:rPrDefault></w:docDefaults>${all.join("")}</w:styles>`;
}

function paragraph(style: string, runs: string, indent = ""): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${indent}</w:pPr>${runs}</w:p>`;
}

/** Indent of a list at a depth. The style has that of the first. */
function indentOf(depth: number): string {
  const levels = Math.min(depth, MAX_INDENTS);
  return levels < 2 ? "" : `<w:ind w:left="${levels * INDENT}" w:hanging="360"/>`;
}

function run(text: string, properties = ""): string {
  if (text === "") return "";
  const own = properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`;
  return `<w:r>${own}<w:t xml:space="preserve">${xml(text)}</w:t></w:r>`;
}

/** Tokens that end a list item, or begin a block without words in it. */
const AFTER_MARKER = /^(?:list_item_close|(?:bullet|ordered)_list_open|table_open|hr|fence|code_block)$/;

/** Markdown as paragraphs of a document. */
export function docxOf(text: string): string {
  return blocksOf(tokensOf(text));
}

/** Blocks of Markdown as paragraphs. Rows of tables are lines with tabs. */
function blocksOf(tokens: readonly Token[]): string {
  let made = "";
  let quotes = 0;
  let cells: string[] | null = null;
  let marker: string | null = null;
  let style = "Normal";
  const lists: (number | null)[] = [];
  const base = () => (quotes > 0 ? "Quote" : lists.length > 0 ? "ListParagraph" : "Normal");
  const block = (runs: string) => {
    const own = style === "Normal" ? base() : style;
    const begun = marker === null ? "" : `${run(marker)}<w:r><w:tab/></w:r>`;
    made += paragraph(own, begun + runs, own === "ListParagraph" ? indentOf(lists.length) : "");
    marker = null;
  };
  for (const token of tokens) {
    const { type, content, children } = token;
    // An item that begins with no words has its marker on a line of its own.
    if (marker !== null && AFTER_MARKER.test(type)) block("");
    if (type === "blockquote_open") quotes += 1;
    else if (type === "blockquote_close") quotes -= 1;
    else if (type === "bullet_list_open") lists.push(null);
    else if (type === "ordered_list_open") lists.push(Number(token.attrGet("start") ?? 1));
    else if (type.endsWith("_list_close")) lists.pop();
    else if (type === "list_item_open") {
      const number = lists.at(-1) ?? null;
      marker = number === null ? "•" : `${number}.`;
      if (number !== null) lists[lists.length - 1] = number + 1;
    } else if (type === "heading_open") style = "Heading3";
    else if (type === "heading_close") style = "Normal";
    else if (type === "tr_open") cells = [];
    else if (type === "tr_close") {
      made += paragraph("Normal", (cells ?? []).join("<w:r><w:tab/></w:r>"));
      cells = null;
    } else if (type === "hr") made += paragraph("SceneBreak", run("* * *"));
    else if (type === "fence" || type === "code_block") {
      for (const line of content.replace(/\n$/, "").split("\n")) made += paragraph("Code", run(line));
    } else if (type === "inline") {
      const runs = runsOf(children ?? []);
      if (cells !== null) cells.push(runs);
      else block(runs);
    }
  }
  return made;
}

const MARKS: Readonly<Record<string, string>> = { strong: "<w:b/>", em: "<w:i/>", s: "<w:strike/>" };

function runsOf(tokens: readonly Token[]): string {
  const marks = new Map<string, number>();
  let made = "";
  for (const { type, content } of tokens) {
    const [, name = "", end] = /^(strong|em|s)_(open|close)$/.exec(type) ?? [];
    if (end !== undefined) marks.set(name, (marks.get(name) ?? 0) + (end === "open" ? 1 : -1));
    const properties = Object.entries(MARKS)
      .flatMap(([mark, own]) => ((marks.get(mark) ?? 0) > 0 ? own : []))
      .join("");
    if (type === "text") made += run(content, properties);
    else if (type === "code_inline")
      made += run(content, `<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>${properties}`);
    else if (type === "softbreak") made += run(" ", properties);
    else if (type === "hardbreak") made += "<w:r><w:br/></w:r>";
  }
  return made;
}
