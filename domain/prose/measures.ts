import { syllable } from "syllable";
import { mtld } from "./mtld.ts";
import { SPEECH } from "./speech.ts";
import { type Span, sentencesOf, type Word, wordsOf } from "./words-of.ts";

/** Version of the formulas: it grows with every change that gives the same text another number. */
export const FORMULA_VERSION = 2;

/** Words of fiction that adults read silently and aloud in a minute. Source: Brysbaert, How many words do we read per minute? (2019). */
const READ_A_MINUTE = 260;
const SPOKEN_A_MINUTE = 183;

/** Words below which a measure says nothing. */
const FEWEST = { readability: 100, mtld: 100, pairs: 50, repetition: 50, sentences: 20, dialogue: 1 } as const;

/** Parts of a text that one measure names. */
const MOST_SPANS = 20;

export const MEASURES = [
  "flesch_reading_ease",
  "flesch_kincaid_grade",
  "mtld",
  "distinct_pairs",
  "repeated_phrases",
  "sentence_length",
  "sentence_variation",
  "dialogue_share",
] as const;
export type MeasureName = (typeof MEASURES)[number];

/** Measure of a text with the parts that it comes from; null with a reason where it says nothing. */
export interface Measure {
  readonly value: number | null;
  readonly reason: "too_short" | "unsupported_language" | "no_repetition" | null;
  readonly spans: readonly Span[];
}

/** Measures of a text. */
export interface TextMeasures {
  readonly characters: number;
  readonly words: number;
  readonly sentences: number;
  /** Seconds. */
  readonly reading: number;
  readonly speaking: number;
  readonly measures: Readonly<Record<MeasureName, Measure>>;
}

/**
 * Measures a text of a language.
 *
 * - `flesch_reading_ease` is 206.835 − 1.015 × words a sentence − 84.6 × syllables a word (Flesch, 1948), and `flesch_kincaid_grade`
 *   0.39 × words a sentence + 11.8 × syllables a word − 15.59 (Kincaid and others, 1975). Both are for English alone.
 * - `distinct_pairs` is the share of different pairs among all pairs of neighbouring words, `repeated_phrases` the share of words in runs
 *   of four that occurred before.
 * - `sentence_length` is the mean number of words, `sentence_variation` its standard deviation by the mean.
 * - `dialogue_share` is the share of characters between quotation marks; of a text that is `spoken` it is left at 1.
 */
export function measured(text: string, language: string, { isSpoken = false } = {}): TextMeasures {
  const words = wordsOf(text);
  const sentences = sentencesOf(text, language).map((span) => ({ ...span, words: 0 }));
  let at = 0;
  for (const { start } of words) {
    while (at + 1 < sentences.length && start >= (sentences[at + 1]?.start ?? 0)) at += 1;
    const sentence = sentences[at];
    if (sentence !== undefined) sentence.words += 1;
  }
  const count = words.length;
  const lengths = sentences.map((sentence) => sentence.words);
  const longest = sentences
    .toSorted((a, b) => b.words - a.words)
    .slice(0, 3)
    .map(spanOf);
  const wordsEach = sentences.length === 0 ? 0 : count / sentences.length;
  const isEnglish = /^en\b/i.test(language);
  const syllables = isEnglish && count >= FEWEST.readability ? syllablesOf(words) / count : 0;
  const readability = (value: () => number): Measure => {
    if (!isEnglish) return nothing("unsupported_language");
    return count < FEWEST.readability
      ? nothing("too_short")
      : { value: rounded(value()), reason: null, spans: longest };
  };
  const from = (fewest: number, make: () => Measure) => (count < fewest ? nothing("too_short") : make());
  return {
    characters: Array.from(text).length,
    words: count,
    sentences: sentences.length,
    reading: Math.round((count / READ_A_MINUTE) * 60),
    speaking: Math.round((count / SPOKEN_A_MINUTE) * 60),
    measures: {
      flesch_reading_ease: readability(() => 206.835 - 1.015 * wordsEach - 84.6 * syllables),
      flesch_kincaid_grade: readability(() => 0.39 * wordsEach + 11.8 * syllables - 15.59),
      mtld: from(FEWEST.mtld, () => diversity(words)),
      distinct_pairs: from(FEWEST.pairs, () => pairs(words)),
      repeated_phrases: from(FEWEST.repetition, () => repeated(words)),
      sentence_length: from(FEWEST.sentences, () => found(wordsEach, longest)),
      sentence_variation: from(FEWEST.sentences, () => found(deviation(lengths) / wordsEach, longest)),
      dialogue_share: from(FEWEST.dialogue, () => (isSpoken ? found(1, []) : quoted(text))),
    },
  };
}

const nothing = (reason: Measure["reason"]): Measure => ({ value: null, reason, spans: [] });
const found = (value: number, spans: readonly Span[]): Measure => ({
  value: rounded(value),
  reason: null,
  spans: spans.slice(0, MOST_SPANS),
});
const spanOf = ({ start, end }: Span): Span => ({ start, end });
const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

function syllablesOf(words: readonly Word[]): number {
  const known = new Map<string, number>();
  let sum = 0;
  for (const { word } of words) {
    const count = known.get(word) ?? Math.max(1, syllable(word));
    known.set(word, count);
    sum += count;
  }
  return sum;
}

function diversity(words: readonly Word[]): Measure {
  const value = mtld(words.map(({ word }) => word));
  if (value === null) return nothing("no_repetition");
  const places = Map.groupBy(
    words.filter(({ word }) => word.length > 3),
    ({ word }) => word,
  );
  const [most = []] = [...places.values()].sort((a, b) => b.length - a.length);
  return found(value, most.length > 1 ? most.map(spanOf) : []);
}

function pairs(words: readonly Word[]): Measure {
  const seen = new Set<string>();
  const again: Span[] = [];
  for (let at = 1; at < words.length; at++) {
    const [first, second] = [words[at - 1] as Word, words[at] as Word];
    const pair = `${first.word} ${second.word}`;
    if (seen.has(pair)) again.push({ start: first.start, end: second.end });
    seen.add(pair);
  }
  return found(seen.size / (words.length - 1), again);
}

/** Length of a phrase in words. */
const PHRASE = 4;

function repeated(words: readonly Word[]): Measure {
  const seen = new Set<string>();
  const spans: Span[] = [];
  let covered = 0;
  let until = 0;
  for (let at = 0; at + PHRASE <= words.length; at++) {
    const run = words.slice(at, at + PHRASE);
    const phrase = run.map(({ word }) => word).join(" ");
    if (!seen.has(phrase)) seen.add(phrase);
    else {
      const [start, end] = [(run[0] as Word).start, (run[PHRASE - 1] as Word).end];
      const last = spans.at(-1);
      if (last !== undefined && start <= last.end) spans[spans.length - 1] = { start: last.start, end };
      else spans.push({ start, end });
      covered += at + PHRASE - Math.max(until, at);
      until = at + PHRASE;
    }
  }
  return found(covered / words.length, spans);
}

function deviation(lengths: readonly number[]): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length);
}

function quoted(text: string): Measure {
  const spans = Array.from(text.matchAll(SPEECH), ({ 0: said, index }) => ({ start: index, end: index + said.length }));
  const all = text.replaceAll(/\s/gu, "").length;
  const inside = spans.reduce((sum, { start, end }) => sum + text.slice(start, end).replaceAll(/\s/gu, "").length, 0);
  return found(all === 0 ? 0 : inside / all, spans);
}

/** Returns where words or phrases of a list stand among the words of a text, whatever their case, in the order of the list. */
export function occurrences(
  words: readonly Word[],
  listed: readonly string[],
): { readonly word: string; readonly spans: Span[] }[] {
  return listed.flatMap((word) => {
    const sought = wordsOf(word).map((each) => each.word);
    const spans: Span[] = [];
    for (let at = 0; sought.length > 0 && at + sought.length <= words.length; at++) {
      if (sought.some((each, nth) => words[at + nth]?.word !== each)) continue;
      spans.push({ start: (words[at] as Word).start, end: (words[at + sought.length - 1] as Word).end });
    }
    return spans.length === 0 ? [] : { word, spans: spans.slice(0, MOST_SPANS) };
  });
}
