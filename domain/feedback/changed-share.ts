import { piecesOf, wordDiffUpTo } from "../word-diff.ts";

/** Pieces that may differ before their order is left out of account: the search costs their square, 10 ms at this limit. */
const MAX_EDITS = 300;

/**
 * Computes the share of two texts that is in one of them alone, from 0 (equal) to 1 (nothing in common): the characters that were taken
 * away or put in, word by word, among those of both. Of texts that differ in more than 300 words the order of words does not count.
 */
export function changedShare(before: string, after: string): number {
  if (before === after) return 0;
  const parts = wordDiffUpTo(MAX_EDITS, before, after);
  const changed =
    parts?.reduce((sum, { kind, text }) => sum + (kind === "same" ? 0 : text.length), 0) ??
    before.length + after.length - 2 * charactersInBoth(before, after);
  return Math.round((changed / (before.length + after.length)) * 10_000) / 10_000;
}

/** Characters of the words that two texts share, each as often as both have it. */
function charactersInBoth(before: string, after: string): number {
  const left = new Map<string, number>();
  for (const piece of piecesOf(before)) left.set(piece, (left.get(piece) ?? 0) + 1);
  let shared = 0;
  for (const piece of piecesOf(after)) {
    const count = left.get(piece) ?? 0;
    if (count === 0) continue;
    left.set(piece, count - 1);
    shared += piece.length;
  }
  return shared;
}
