import { placeAfter } from "../code-points.ts";

/** Piece of a text, as the offsets of its first character and behind its last. */
interface TextPiece {
  readonly start: number;
  readonly end: number;
}

/** Places at which a text is cut, the best first: between paragraphs, lines, sentences, words. */
const CUTS = ["\n\n", "\n", ". ", " "] as const;
/** Share of the longest piece that one has at least, so that a cut far before its end is not taken. */
const LEAST = 0.5;

/**
 * Cuts a text into pieces of a length at most, between paragraphs where it can be. Only blanks between two pieces belong to neither.
 *
 * @param most code points of a piece
 */
export function cutText(text: string, most: number): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  for (;;) {
    const limit = placeAfter(text, start, most);
    if (limit === text.length) break;
    const end = cutAt(text, start, limit);
    pieces.push({ start, end });
    start = end + (/^\s*/.exec(text.slice(end, end + most))?.[0].length ?? 0);
  }
  if (start < text.length || pieces.length === 0) pieces.push({ start, end: text.length });
  return pieces;
}

function cutAt(text: string, start: number, limit: number): number {
  // What is looked through is one piece, however long the text.
  const piece = text.slice(start, limit + 2);
  const length = limit - start;
  for (const cut of CUTS) {
    const kept = cut.trimEnd().length;
    const at = piece.lastIndexOf(cut, length - kept);
    if (at >= length * LEAST) return start + at + kept;
  }
  return limit;
}
