/** A value put in by the game, such as `{courage}`: the player reads a word. */
const PLACEHOLDER = /\{[^{}]*\}/gu;
const BREAK_TAG = /<\/?(?:br|p|div|li|h[1-6])\b[^<>]*>/giu;
const TAG = /<\/?[a-z][^<>]*>/giu;
/** Pattern of separators between words: spaces, and dashes, slashes and dots that join words without one. */
const BETWEEN = /[\s—–…/|]+|--+|\.{2,}/u;
const WORD = /[\p{L}\p{N}]/u;
/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters that are taken apart at once: V8 copies what it segments for each word. */
const AT_ONCE = 4_000;

let segmenter: Intl.Segmenter | null = null;

/**
 * Counts the words that a player reads in a text. Between spaces there is one word however many hyphens and apostrophes
 * it has; in scripts without spaces the language's own rules decide. Markup tags count nothing, a placeholder is a
 * word, and marks without a letter or digit are none.
 */
export function countWords(text: string): number {
  if (text === "") return 0;
  const read = text.includes("<") ? text.replace(BREAK_TAG, " ").replace(TAG, "") : text;
  const shown = read.includes("{") ? read.replace(PLACEHOLDER, "x") : read;
  let words = 0;
  for (const token of shown.split(BETWEEN)) {
    if (!WORD.test(token)) continue;
    words += UNSPACED.test(token) ? segmented(token) : 1;
  }
  return words;
}

function segmented(token: string): number {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  let words = 0;
  for (let from = 0; from < token.length; ) {
    const piece = token.slice(from, from + AT_ONCE);
    let last: Intl.SegmentData | null = null;
    for (const segment of segmenter.segment(piece)) {
      if (last?.isWordLike === true) words += 1;
      last = segment;
    }
    // What the end of a piece may have cut is taken apart again with what follows.
    const isCut = from + piece.length < token.length && last !== null && last.index > 0;
    if (!isCut && last?.isWordLike === true) words += 1;
    from += isCut ? (last?.index ?? 0) : piece.length;
  }
  return words;
}
