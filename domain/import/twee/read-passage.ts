import type { TweePassage } from "./passages.ts";
import type { Piece } from "./piece.ts";
import type { PassageScan } from "./scan.ts";

/** Passages that can stand in one another on a page: what is deeper is not read. */
export const SHOWN_DEPTH = 20;

/** A hidden hook of a passage, or a macro that shows those of its name. */
export interface HookUse {
  readonly name: string;
  /** Place of the macro in the passage; null for a hook. */
  readonly shownAt: number | null;
}

/** A passage with what it means. */
export interface ReadPassage {
  readonly key: string;
  readonly passage: TweePassage;
  readonly scan: PassageScan;
  readonly pieces: readonly Piece[];
  readonly hooks: readonly HookUse[];
}
