import { type Span, sentencesOf, type Word, wordsOf } from "./words-of.ts";

/** A name that a text has and nothing of the project does, with its places. */
export interface UnknownName {
  readonly name: string;
  readonly spans: readonly Span[];
}

/** Names of one text, and places of one name. */
const MOST_NAMES = 50;
const MOST_SPANS = 20;

/** Languages that write other words with a capital in the middle of a sentence too. */
const CAPITALISED = /^(?:de|lb|gsw|nds|bar)\b/i;

/** Words with a capital that name nobody: the speaker, days, months, and forms of address. */
const NO_NAMES: ReadonlySet<string> = new Set(
  [
    "i i'm i'll i've i'd i's o ok",
    "monday tuesday wednesday thursday friday saturday sunday",
    "january february march april may june july august september october november december",
    "mr mrs ms miss sir madam lord lady captain king queen prince princess doctor dr god",
  ].flatMap((words) => words.split(" ")),
);

/**
 * Finds names that are not known: runs of words with a capital within sentences, or at their beginning where the same word stands in the
 * middle of another. A word that the text has without a capital too is no name. Null for languages that do not tell names by capitals.
 */
export function unknownNames(text: string, language: string, known: readonly string[]): UnknownName[] | null {
  if (CAPITALISED.test(language) || !hasCases(text)) return null;
  const words = wordsOf(text);
  const isCapital = ({ start }: Span) => /^\p{Lu}/u.test(text.slice(start, start + 2));
  const plain = new Set(words.filter((each) => !isCapital(each)).map(({ word }) => word));
  const knownWords = new Set(known.flatMap((name) => wordsOf(name).map(({ word }) => bare(word))));
  const begins = beginnings(text, language, words);
  const isName = (each: Word) =>
    isCapital(each) && !plain.has(each.word) && !NO_NAMES.has(each.word) && each.word.length > 1;
  const within = new Set(words.filter((each) => isName(each) && !begins.has(each.start)).map(({ word }) => bare(word)));
  const runs: Word[][] = [];
  for (const [at, each] of words.entries()) {
    if (!isName(each) || !within.has(bare(each.word))) continue;
    const before = words[at - 1];
    const run = runs.at(-1);
    const follows = run !== undefined && before !== undefined && run.at(-1) === before;
    if (follows && text.slice(before.end, each.start) === " " && !begins.has(each.start)) run.push(each);
    else runs.push([each]);
  }
  const found = new Map<string, { name: string; spans: Span[] }>();
  for (const run of runs) {
    if (run.some(({ word }) => knownWords.has(bare(word)))) continue;
    const [start, end] = [(run[0] as Word).start, (run.at(-1) as Word).end];
    const name = text.slice(start, end).replace(/['’]s$/u, "");
    const there = found.get(name.toLowerCase());
    if (there === undefined) found.set(name.toLowerCase(), { name, spans: [{ start, end: start + name.length }] });
    else if (there.spans.length < MOST_SPANS) there.spans.push({ start, end: start + name.length });
  }
  return [...found.values()].slice(0, MOST_NAMES);
}

/** A word without its possessive. */
function bare(word: string): string {
  return word.replace(/'s$/, "");
}

function hasCases(text: string): boolean {
  return /\p{Ll}/u.test(text);
}

/** Returns where the first words of sentences begin, also of those between quotation marks, behind a colon and on a new line. */
function beginnings(text: string, language: string, words: readonly Word[]): ReadonlySet<number> {
  const sentences = sentencesOf(text, language);
  const starts = new Set<number>();
  let at = 0;
  for (const { start } of words) {
    let isFirst = false;
    while (at < sentences.length && (sentences[at]?.start ?? 0) <= start) {
      isFirst = true;
      at += 1;
    }
    const before = text.slice(Math.max(0, start - 3), start);
    if (isFirst || /[“„«"‘'(:\n…—–-]\s*$/u.test(before)) starts.add(start);
  }
  return starts;
}
