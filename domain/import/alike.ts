/** Characters of a card that are compared. */
const COMPARED = 4_000;
/** Words, and letters of scripts that are written without spaces. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** Words of a card: its text and its choices. */
export interface WordsOfCard {
  readonly text: string;
  readonly choices: readonly string[];
}

/** Returns each word of a card once, in lower case. */
function wordsOf({ text, choices }: WordsOfCard): Set<string> {
  const all = [text, ...choices].join("\n").slice(0, COMPARED).toLowerCase();
  return new Set(all.match(WORD) ?? []);
}

/** Whether two cards are the same one, possibly rewritten: at least half of their words are in both. A card without words is like none. */
export function areAlike(one: WordsOfCard, other: WordsOfCard): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (first.size === 0 || second.size === 0) return false;
  let common = 0;
  for (const word of first) if (second.has(word)) common += 1;
  return 2 * common >= (first.size + second.size) / 2;
}
