import { searchForm } from "#domain/search-form.ts";

/** Something that typing finds. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  /** Said after the title, and searched too. */
  readonly detail: string;
}

interface Prepared<T> {
  readonly item: T;
  readonly title: string;
  readonly all: string;
}

// Preparing is the dear part; what did not change is found again by its identity.
const prepared = new WeakMap<object, Prepared<object>>();

function prepare<T extends Findable>(item: T, words: string): Prepared<T> {
  const known = prepared.get(item);
  if (known !== undefined) return known as Prepared<T>;
  const title = searchForm(item.title);
  const made = { item, title, all: `${title} ${searchForm(`${item.detail} ${words}`)}` };
  prepared.set(item, made);
  return made;
}

function score({ title, all }: Prepared<unknown>, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    if (title.startsWith(word)) sum += 8;
    else if (title.includes(` ${word}`)) sum += 4;
    else if (title.includes(word)) sum += 2;
    else if (all.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

/** The items that hold every word of the query, the best first; all of them for an empty query. */
export function find<T extends Findable>(
  items: readonly T[],
  query: string,
  limit: number,
  wordsOf: (item: T) => string = () => "",
): readonly T[] {
  const words = searchForm(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items.slice(0, limit);
  const found: { item: T; rank: number }[] = [];
  for (const item of items) {
    const rank = score(prepare(item, wordsOf(item)), words);
    if (rank > 0) found.push({ item, rank });
  }
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}
