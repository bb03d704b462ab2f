import type { TitlePage } from "./book.ts";
import { clean } from "./render.ts";

/** A book as it is read: without notes and archived chapters, its text in passages that are asked for one after another. */
export interface PrintedBook extends TitlePage {
  /** URN that names the book for ever. */
  readonly identifier: string;
  /** Time of its last change, UTC, RFC 3339. */
  readonly modified: string;
  readonly parts: readonly PrintedPart[];
  /** Reads the chapters' passages in order, rendered for the file; those of a chapter are taken before the next. */
  texts(): AsyncIterable<PrintedTexts>;
}

/** Texts that are asked for one after another, so that others get their turn between two. */
export type PrintedTexts = Iterable<string> | AsyncIterable<string>;

/** Heading of a book. */
export interface PrintedPart {
  readonly kind: "act" | "chapter";
  readonly title: string;
  /** Whether it stands under the act before it. */
  readonly isInAct: boolean;
}

/** Goes through the parts of a book, chapters with their texts. */
export async function* printedParts(
  book: PrintedBook,
): AsyncGenerator<{ readonly part: PrintedPart; readonly texts: PrintedTexts }, undefined, undefined> {
  const texts = book.texts()[Symbol.asyncIterator]();
  for (const part of book.parts) {
    if (part.kind === "act") yield { part, texts: [] };
    else yield { part, texts: (await texts.next()).value ?? [] };
  }
}

/** Gives a book and its parts words where their titles have none, by which readers of books can show and open them. */
export function withTitles(book: PrintedBook): PrintedBook {
  return {
    ...book,
    title: titled(book.title, "Untitled"),
    parts: book.parts.map((part) => ({ ...part, title: titled(part.title, part.kind === "act" ? "Act" : "Chapter") })),
  };
}

function titled(title: string, place: string): string {
  return clean(title).trim() === "" ? place : title;
}
