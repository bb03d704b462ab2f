import type { Piece } from "./piece.ts";
import type { ShownPiece } from "./shown-pieces.ts";

/** Kinds of pieces that are nothing but what a player sees. */
const SEEN: ReadonlySet<Piece["kind"] | ShownPiece["kind"]> = new Set(["text", "print", "link", "cycle", "in-place"]);

/** Pieces whose other passages are carried out, and nobody sees what those say. */
export function silenced(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece): Piece => {
    if (piece.kind === "include") return piece.aloud === true ? piece : { ...piece, isSilent: true };
    if (piece.kind !== "if") return piece;
    return { ...piece, clauses: piece.clauses.map(({ guards, body }) => ({ guards, body: silenced(body) })) };
  });
}

/** Returns the effects of a content whose words and links nobody sees. */
export function withoutWords<T extends Piece | ShownPiece>(pieces: readonly T[]): T[] {
  return pieces.flatMap((piece): T[] => {
    if (SEEN.has(piece.kind)) return "aloud" in piece && piece.aloud === true ? [piece] : [];
    if (piece.kind === "media") return [];
    if (piece.kind !== "if") return [piece];
    const clauses = piece.clauses.map(({ guards, body }) => ({ guards, body: withoutWords<Piece | ShownPiece>(body) }));
    return [{ ...piece, clauses }];
  });
}

/** Pieces that are read even within what is silent. */
export function heard(pieces: readonly ShownPiece[]): ShownPiece[] {
  return pieces.map((piece): ShownPiece => {
    if (piece.kind === "detour") return piece;
    if (piece.kind !== "if") return { ...piece, aloud: true };
    return { ...piece, clauses: piece.clauses.map(({ guards, body }) => ({ guards, body: heard(body) })) };
  });
}
