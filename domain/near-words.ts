/** Letters from which a word may be written otherwise, and from which its beginning stands for it. */
const NEAR_FROM = 4;
const BEGINNING = 5;
/** Letters at the beginning in which nobody errs, so that `mango` is not `mongo`. */
const CERTAIN = 2;

/**
 * Keys under which a word is found by words near to it: its beginning, and what is left of it without any one letter. Two words that are
 * one letter apart share one of them.
 */
export function nearKeys(word: string): string[] {
  const letters = [...word];
  if (letters.length < NEAR_FROM) return [];
  const shorter = letters.map((_, at) => `@~${letters.toSpliced(at, 1).join("")}`);
  const start = letters.length < BEGINNING ? [] : [`@^${letters.slice(0, BEGINNING).join("")}`];
  return [...new Set([`@~${word}`, ...shorter, ...start])];
}

/**
 * Whether two words are the same but for one letter or two that changed places, after the first two, or one is the beginning of the
 * other, of five letters at least.
 */
export function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [[...one], [...other]] : [[...other], [...one]];
  if (short.length >= BEGINNING && short.every((letter, at) => letter === long[at])) return true;
  if (short.length < NEAR_FROM || long.length - short.length > 1) return false;
  let first = 0;
  while (first < short.length && short[first] === long[first]) first++;
  if (first < CERTAIN) return false;
  const rest = (from: number, letters: readonly string[]) => letters.slice(from).join("");
  if (long.length > short.length) return rest(first, short) === rest(first + 1, long);
  if (rest(first + 1, short) === rest(first + 1, long)) return true;
  const isSwapped = short[first] === long[first + 1] && short[first + 1] === long[first];
  return isSwapped && rest(first + 2, short) === rest(first + 2, long);
}
