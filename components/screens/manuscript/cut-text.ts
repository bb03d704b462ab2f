/** Piece of a text, as the offsets of its first character and behind its last. */
interface TextPiece {
  readonly start: number;
  readonly end: number;
}

/** Places at which a text is cut, the best first: between paragraphs, lines, sentences, words. */
const CUTS = ["\n\n", "\n", ". ", " "] as const;
/** Share of the longest piece that one has at least, so that a cut far before its end is not taken. */
const LEAST = 0.5;

/** Cuts a text into pieces of a length at most, between paragraphs where it can be. Only blanks between two pieces belong to neither. */
export function cutText(text: string, most: number): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  while (text.length - start > most) {
    const end = cutAt(text, start, most);
    pieces.push({ start, end });
    start = end + (/^\s*/.exec(text.slice(end, end + most))?.[0].length ?? 0);
  }
  if (start < text.length || pieces.length === 0) pieces.push({ start, end: text.length });
  return pieces;
}

function cutAt(text: string, start: number, most: number): number {
  for (const cut of CUTS) {
    const at = text.lastIndexOf(cut, start + most - cut.trimEnd().length);
    if (at >= start + most * LEAST) return at + cut.trimEnd().length;
  }
  // Both halves of a character stay together.
  const isHalf = /[\uD800-\uDBFF]/.test(text[start + most - 1] ?? "");
  return start + most - (isHalf ? 1 : 0);
}
