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

/** Scripts that have no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that are taken apart at once: V8 copies what it segments for each word. */
const AT_ONCE = 200;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Returns the words of a text: runs of letters and digits, with apostrophes and hyphens between them. Runs of scripts without spaces are taken
 * apart by the dictionaries of Unicode (UAX 29).
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (UNSPACED.test(run)) words.push(...unspacedWords(run, index));
    else words.push(wordAt(run, index));
  }
  return words;
}

const wordAt = (word: string, start: number): Word => ({
  word: word.toLowerCase().replaceAll("’", "'"),
  start,
  end: start + word.length,
});

function* unspacedWords(run: string, start: number): Generator<Word> {
  for (let from = 0; from < run.length; from += AT_ONCE) {
    for (const { segment, index, isWordLike } of segmenter.segment(run.slice(from, from + AT_ONCE))) {
      if (isWordLike === true) yield wordAt(segment, start + from + index);
    }
  }
}

/** Returns the sentences of a text that have words, by the rules of its language (Unicode UAX 29). */
export function sentencesOf(text: string, language: string): Span[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    const start = index + segment.length - segment.trimStart().length;
    return { start, end: start + segment.trim().length };
  }).filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
}
