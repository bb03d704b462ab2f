import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import type { Guard } from "../script/guards.ts";
import type { Assignment } from "../script/statements.ts";
import type { TweeLink } from "./links.ts";
import type { InPlaceMode, Label, LinkUse } from "./marks.ts";

/**
 * A part of a passage by what it means, with its line in the file. `isQuoted` words are read as they stand, whatever
 * signs are in them; `aloud` ones even inside what is silent; values, sets and conditions that are `isLate` wait for a time.
 */
export type Piece = {
  readonly line: number;
  readonly styles?: readonly TextMarkKind[];
  readonly aloud?: boolean;
  readonly isLate?: boolean;
} & (
  | { readonly kind: "text"; readonly text: string; readonly isQuoted?: boolean }
  | { readonly kind: "print"; readonly source: string; readonly isEscaped?: boolean }
  | { readonly kind: "media"; readonly what: string; readonly source: string | null }
  | { readonly kind: "set"; readonly assignments: readonly Assignment[] }
  | { readonly kind: "link"; readonly link: TweeLink; readonly use: LinkUse | null; readonly isApart?: boolean }
  | { readonly kind: "cycle"; readonly variable: string; readonly values: readonly string[] }
  | { readonly kind: "goto"; readonly target: string }
  /** `isSilent` where nobody sees what the passage says. */
  | { readonly kind: "include"; readonly target: string; readonly isSilent?: boolean }
  | { readonly kind: "unread"; readonly name: string; readonly source: string }
  | { readonly kind: "if"; readonly clauses: Clause[] }
  | InPlace
);

/** A link that does something where it stands. */
export interface InPlace {
  readonly line: number;
  readonly styles?: readonly TextMarkKind[];
  readonly aloud?: boolean;
  readonly kind: "in-place";
  readonly label: Label;
  readonly body: readonly Piece[];
  readonly mode: InPlaceMode;
}

/** One alternative: what has to hold, and what is there then. */
export interface Clause {
  readonly guards: readonly Guard[];
  readonly body: Piece[];
}

/** The pieces of a passage with those inside them. */
export function everyPiece(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  const stack = [...pieces].reverse();
  for (let piece = stack.pop(); piece !== undefined; piece = stack.pop()) {
    found.push(piece);
    if (piece.kind === "in-place") for (const inner of piece.body) stack.push(inner);
    if (piece.kind === "if") for (const { body } of piece.clauses) for (const inner of body) stack.push(inner);
  }
  return found;
}
