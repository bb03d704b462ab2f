import type { Json } from "../json.ts";
import type { BookPart, BookPassage, TitlePage } from "./book.ts";

/** Value of `format` in the front matter. */
export const BOOK_FORMAT = "fabula-book";
/** Lines that look like marks, with the backslashes that tell text from them. */
export const MARK_LIKE = /^(\\*)(<!-- (?:act|chapter|passage|outside) )/gm;

/**
 * Writes a book as one Markdown file: YAML front matter, headings for acts and chapters, and a comment before each part with its other
 * fields, so that reading it makes the same book. The same book makes the same bytes.
 */
export function* writeMarkdown(page: TitlePage, parts: Iterable<BookPart>): Generator<string, undefined, undefined> {
  yield markdownHead(page);
  for (const part of parts) yield* markdownPart(part);
}

/** The front matter; strings of JSON are strings of YAML 1.2. */
export function markdownHead({ title, author, language }: TitlePage): string {
  const lines = Object.entries({ format: BOOK_FORMAT, version: 1, title, author, language });
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join("")}---\n\n`;
}

/** One act or chapter, passage by passage. */
export function* markdownPart(part: BookPart): Generator<string, undefined, undefined> {
  if (part.kind === "act") {
    const { title, ...fields } = part.act;
    yield `${mark("act", fields)}# ${title}\n\n`;
    return;
  }
  const { title, ...fields } = part.chapter;
  yield `${mark(part.isInAct ? "chapter" : "outside", fields)}## ${title}\n\n`;
  for (const passage of part.passages) yield passageText(passage);
}

function passageText({ text, ...fields }: BookPassage): string {
  return `${mark("passage", fields)}${text.replace(MARK_LIKE, "\\$1$2")}\n\n`;
}

/** A comment with fields; what is null, empty or usual is left out. */
function mark(kind: string, fields: object): string {
  const told = Object.entries(fields as Record<string, Json>).filter(([name, value]) => !isUsual(name, value));
  // A comment ends at `-->`, which JSON can say otherwise.
  return `<!-- ${kind} ${JSON.stringify(Object.fromEntries(told)).replaceAll(">", "\\u003e")} -->\n`;
}

function isUsual(name: string, value: Json): boolean {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return true;
  return (name === "status" && value === "outline") || (name === "kind" && value === "prose");
}
