import type { Frequencies, Occurrences } from "../../record/words/read-words.ts";

/** Words of a query by which texts of one type are looked for: the rarest ones, for common ones are in everything. */
const RAREST = 12;
/** Number of words of an average text, against which longer ones count less. */
const USUAL_LENGTH = 20;
/** Weight of a text's length, from none to full. */
const LENGTH_SHARE = 0.6;

/** A word of a query with what finding it in a text of a type is worth. */
export interface WeighedWord {
  readonly type: string;
  readonly lexeme: string;
  readonly weight: number;
}

/** A text that has words of the query. */
export interface WordHit {
  readonly type: string;
  /** The sequence with which the text began. */
  readonly from: number;
  /** Places of its words in the list of those weighed for its type. */
  readonly words: number[];
  readonly weight: number;
}

/** Chooses the words of a query that are worth looking for in texts of a type, the rarest first. */
export function weighWords(words: readonly string[], type: string, frequencies: Frequencies): WeighedWord[] {
  const own = frequencies.get(type);
  const all = own?.get("") ?? 0;
  return words
    .flatMap((lexeme) => {
      const n = own?.get(lexeme) ?? 0;
      return n > 0 ? [{ lexeme, n }] : [];
    })
    .sort((a, b) => a.n - b.n || (a.lexeme < b.lexeme ? -1 : 1))
    .slice(0, RAREST)
    .map(({ lexeme, n }) => ({ type, lexeme, weight: weightOf(n, all) }));
}

/** The weight of all words of a query together, those that nobody says included: what a text could be worth that has all of them. */
export function worthOf(words: readonly string[], type: string, frequencies: Frequencies): number {
  const own = frequencies.get(type);
  const all = own?.get("") ?? 0;
  return words.reduce((sum, lexeme) => sum + weightOf(own?.get(lexeme) ?? 0, all), 0);
}

/** The words of a query that no text of a type has any more, though one had them once. */
export function goneWords(words: readonly string[], type: string, frequencies: Frequencies): WeighedWord[] {
  const own = frequencies.get(type);
  const weight = weightOf(0, own?.get("") ?? 0);
  return words.flatMap((lexeme) => (own?.get(lexeme) === 0 ? [{ type, lexeme, weight }] : []));
}

/** Weight of a word that is in some of all texts. */
export function weightOf(n: number, all: number): number {
  return Math.log(1 + (all - n + 0.5) / (n + 0.5));
}

/** Texts with words of the query, the weightiest first, later ones before earlier ones. */
export function hitsOf(
  weighed: readonly WeighedWord[],
  occurrences: readonly Pick<Occurrences, "type" | "lexeme">[],
  seqsOf: (index: number) => readonly number[],
  atMost: number,
): WordHit[] {
  const places = new Map(occurrences.map(({ type, lexeme }, i) => [`${type} ${lexeme}`, i]));
  const found = new Map<number, { words: number[]; weight: number }>();
  for (const [word, { type, lexeme, weight }] of weighed.entries()) {
    const place = places.get(`${type} ${lexeme}`);
    if (place === undefined) continue;
    for (const from of seqsOf(place)) {
      const hit = found.get(from);
      if (hit === undefined) found.set(from, { words: [word], weight });
      else {
        hit.words.push(word);
        hit.weight += weight;
      }
    }
  }
  const type = weighed[0]?.type ?? "";
  return [...found]
    .map(([from, hit]) => ({ type, from, ...hit }))
    .sort((a, b) => b.weight - a.weight || b.from - a.from)
    .slice(0, atMost);
}

/** Returns the share of its weight that a text of so many words keeps. */
export function lengthShare(length: number): number {
  return 2.2 / (1 + 1.2 * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / USUAL_LENGTH));
}
