import { wordDiff } from "../word-diff.ts";

/**
 * Computes the share of two texts that is in one of them alone, from 0 (equal) to 1 (nothing in common): the characters that were taken
 * away or put in, word by word, among those of both.
 */
export function changedShare(before: string, after: string): number {
  if (before === after) return 0;
  const changed = wordDiff(before, after).reduce((sum, { kind, text }) => sum + (kind === "same" ? 0 : text.length), 0);
  return Math.round((changed / (before.length + after.length)) * 10_000) / 10_000;
}
