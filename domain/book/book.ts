/** Version of the files that books are written to: it grows with every change that gives the same book other bytes. */
export const BOOK_TEMPLATE = 3;

/** Characters of the longest passage, in code points. */
export const MAX_PASSAGE_LENGTH = 20_000;

/** A block of a chapter. */
export interface BookPassage {
  readonly id: string | null;
  readonly kind: "prose" | "note";
  /** Markdown. */
  readonly text: string;
  readonly beat_id: string | null;
}

/** Properties of a chapter besides its text. */
export interface BookChapter {
  readonly id: string | null;
  readonly title: string;
  readonly status: string;
  readonly summary: string;
  readonly pov_entity_id: string | null;
  readonly beats: readonly { readonly id: string; readonly text: string }[];
  readonly plot_lines: readonly string[];
  readonly story_order: number | null;
  readonly target_words: number | null;
}

/** Part of a book. */
export interface BookAct {
  readonly id: string | null;
  readonly title: string;
  readonly summary: string;
}

/** Title page of a book. */
export interface TitlePage {
  readonly title: string;
  /** Empty where it is not told. */
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
}

/** An act that begins, or a chapter with its passages: a book is a list of them, in the order in which they are read. */
export type BookPart =
  | { readonly kind: "act"; readonly act: BookAct }
  | {
      readonly kind: "chapter";
      readonly chapter: BookChapter;
      /** Whether it belongs to the act that began last. */
      readonly isInAct: boolean;
      readonly passages: readonly BookPassage[];
    };
