import { searchForm } from "#domain/search-form.ts";

/** Item that can be found by typing. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  /** Said after the title, and searched too. */
  readonly detail: string;
}

interface Prepared<T> {
  readonly item: T;
  readonly title: string;
  /** The title behind a space, so that the beginning of each word is found the same way. */
  readonly spaced: string;
  readonly all: string;
}

// Preparing is the dear part; what did not change is found again by its identity.
const prepared = new WeakMap<object, Prepared<object>>();

function prepare<T extends Findable>(item: T, words: string): Prepared<T> {
  const known = prepared.get(item);
  if (known !== undefined) return known as Prepared<T>;
  const title = searchForm(item.title);
  const made = { item, title, spaced: ` ${title}`, all: `${title} ${searchForm(`${item.detail} ${words}`)}` };
  prepared.set(item, made);
  return made;
}

/** Ranks of matches; higher is better. */
const RANKS = { titleBegins: 5, wordsBegin: 4, inTitle: 3, inAll: 2, letters: 1, nothing: 0 } as const;

/** Rank of a title that begins with the typed text: nothing is a better answer. */
export const SURE = RANKS.titleBegins;

/** Rank from which the typed text begins words of the title. */
export const MEANT = RANKS.wordsBegin;

function rankOf(
  { title, spaced, all }: Prepared<unknown>,
  query: string,
  words: readonly string[],
  isFuzzy: boolean,
): number {
  if (title.startsWith(query)) return RANKS.titleBegins;
  if (words.every((word) => spaced.includes(` ${word}`))) return RANKS.wordsBegin;
  if (words.every((word) => title.includes(word))) return RANKS.inTitle;
  if (words.every((word) => all.includes(word))) return RANKS.inAll;
  return isFuzzy && hasLetters(title, words.join("")) ? RANKS.letters : RANKS.nothing;
}

/** Fewer letters than this are in nearly every title. */
const FEWEST_LETTERS = 3;

/** Whether a title has the letters in their order, the first at the beginning of a word: "drkth" is in "use the dark theme". */
function hasLetters(title: string, letters: string): boolean {
  if (letters.length < FEWEST_LETTERS) return false;
  const follows = (from: number): boolean => {
    let at = from;
    for (const letter of letters) {
      at = title.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
  for (let at = title.indexOf(letters.charAt(0)); at >= 0; at = title.indexOf(letters.charAt(0), at + 1)) {
    if ((at === 0 || title[at - 1] === " ") && follows(at)) return true;
  }
  return false;
}

/** Match, with its rank. */
export interface RankedMatch<T> {
  readonly item: T;
  readonly rank: number;
}

interface FindOptions<T> {
  /** Returns the synonyms by which an item is found. */
  readonly wordsOf?: (item: T) => string;
  /** Whether an item matches whose title only has the letters, in order. */
  readonly isFuzzy?: boolean;
}

/**
 * Finds the items that match the typed text: titles that begin with it, then titles whose words do, then items with
 * every word in the title, then anywhere, and last those that have the letters. Equal ranks keep their order. An empty
 * query returns all items.
 */
export function findRanked<T extends Findable>(
  items: readonly T[],
  query: string,
  limit: number,
  { wordsOf = () => "", isFuzzy = false }: FindOptions<T> = {},
): readonly RankedMatch<T>[] {
  const words = searchForm(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items.slice(0, limit).map((item) => ({ item, rank: RANKS.titleBegins }));
  const whole = words.join(" ");
  const found: RankedMatch<T>[] = [];
  for (const item of items) {
    const rank = rankOf(prepare(item, wordsOf(item)), whole, words, isFuzzy);
    if (rank > RANKS.nothing) found.push({ item, rank });
  }
  return found.sort((a, b) => b.rank - a.rank).slice(0, limit);
}

/** The items that hold every word of the query, the best first; all of them for an empty query. */
export function find<T extends Findable>(items: readonly T[], query: string, limit: number): readonly T[] {
  return findRanked(items, query, limit).map(({ item }) => item);
}
