/** Subject that a text can name. */
export interface NamedThing {
  readonly id: string;
  /** Names of it, the first one included. */
  readonly names: readonly string[];
}

/** Place in a text where something is named, in UTF-16 code units. */
export interface Mention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

interface Candidate {
  readonly id: string;
  /** Words after the first. */
  readonly rest: readonly string[];
}

/** Names by their first word, those of most words first. */
export type NameIndex = ReadonlyMap<string, readonly Candidate[]>;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Characters that may stand between two words of a name. */
const MOST_BETWEEN = 3;
/** Names that are shorter are letters and numbers of everyday. */
const SHORTEST = 2;

/** Prepares names for being found: a text is gone through once, however many there are. A name that two things have names neither. */
export function indexNames(things: Iterable<NamedThing>): NameIndex {
  const owners = new Map<string, { readonly id: string; readonly words: readonly string[]; isShared: boolean }>();
  for (const { id, names } of things) {
    for (const name of names) {
      const words = [...name.matchAll(WORD)].map(([word]) => word);
      const key = words.join(" ");
      if (key.length < SHORTEST) continue;
      const known = owners.get(key);
      if (known === undefined) owners.set(key, { id, words, isShared: false });
      else if (known.id !== id) known.isShared = true;
    }
  }
  const index = new Map<string, Candidate[]>();
  for (const { id, words, isShared } of owners.values()) {
    const [first = "", ...rest] = words;
    if (isShared) continue;
    const known = index.get(first);
    if (known === undefined) index.set(first, [{ id, rest }]);
    else known.push({ id, rest });
  }
  for (const candidates of index.values()) candidates.sort((a, b) => b.rest.length - a.rest.length);
  return index;
}

/** Finds the names in a text, the longest at each place; none overlaps another. */
export function findMentions(text: string, index: NameIndex): Mention[] {
  if (index.size === 0) return [];
  const words = [...text.matchAll(WORD)].map(({ 0: word, index: start }) => ({
    word,
    start,
    end: start + word.length,
  }));
  const found: Mention[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at] as (typeof words)[number];
    const hit = index.get(first.word)?.find(({ rest }) =>
      rest.every((word, nth) => {
        const [before, next] = [words[at + nth], words[at + nth + 1]];
        return before !== undefined && next?.word === word && areBeside(text, before.end, next.start);
      }),
    );
    if (hit === undefined) continue;
    const last = words[at + hit.rest.length] ?? first;
    found.push({ id: hit.id, start: first.start, end: last.end });
    at += hit.rest.length;
  }
  return found;
}

function areBeside(text: string, from: number, to: number): boolean {
  return to - from <= MOST_BETWEEN && !text.slice(from, to).includes("\n");
}
