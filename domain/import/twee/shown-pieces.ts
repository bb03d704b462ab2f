import type { Clause, InPlace, Piece } from "./piece.ts";

/** A part of a passage once other passages stand where they are shown. */
export type ShownPiece =
  | Exclude<Piece, { kind: "include" | "if" | "in-place" }>
  | { readonly line: number; readonly kind: "if"; readonly clauses: readonly ShownClause[] }
  | (Omit<InPlace, "body"> & { readonly body: readonly ShownPiece[] })
  /** Passage that is visited and returned from. */
  | { readonly line: number; readonly kind: "detour"; readonly to: string };

interface ShownClause {
  readonly guards: Clause["guards"];
  readonly body: readonly ShownPiece[];
}
