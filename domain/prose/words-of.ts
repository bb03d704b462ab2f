/** Part of a text, in UTF-16 code units: `end` is behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Word of a text, in lower case, with its place. */
export interface Word extends Span {
  readonly word: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Returns the words of a text: runs of letters and digits, with apostrophes and hyphens between them. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));
}

/** Returns the sentences of a text that have words, by the rules of its language (Unicode UAX 29). */
export function sentencesOf(text: string, language: string): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    const start = index + segment.length - segment.trimStart().length;
    return { start, end: start + segment.trim().length };
  }).filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
}
