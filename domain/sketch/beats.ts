import { firstWords } from "../first-words.ts";

/** Beats of a sketch at most; a longer brief is sketched by its beginning. */
const MAX_BEATS = 24;
const MAX_WORDS = 160;

/** Splits a brief into steps: its sentences, and within them the parts after "then" or a semicolon. */
export function beatsOf(brief: string): string[] {
  return brief
    .split(/[.!?;\n\r]+|,?\s+(?:and\s+)?then\s+/iu)
    .map((beat) => firstWords(beat.replace(/[[\]{}<>\p{Cc}]/gu, " "), MAX_WORDS))
    .filter((beat) => /[\p{L}\p{N}]/u.test(beat))
    .slice(0, MAX_BEATS);
}

/** Words with a small first letter, to stand within a sentence; names and abbreviations keep theirs. */
export function inSentence(beat: string): string {
  const [first = "", second = ""] = Array.from(beat);
  const [word = ""] = beat.split(" ");
  const isOrdinary = /^(a|an|the|she|he|they|it|we|you|his|her|their|if|when|while|after|before|one|two)$/iu.test(word);
  return isOrdinary && second !== second.toUpperCase() ? first.toLowerCase() + beat.slice(first.length) : beat;
}
