import { generateNKeysBetween } from "fractional-indexing";
import { longestAscending } from "./longest-ascending.ts";

/**
 * Order keys: strings whose byte order is the order of the things that carry them, with room between any two, so that
 * putting something between two neighbours changes one key and nobody else's.
 *
 * A key is a whole number followed by a fraction, both in base 62 (0–9 A–Z a–z, which is also their byte order). The
 * first character says how long the whole number is ("a" + 1 digit … "z" + 26 digits; "Z" + 1 … "A" + 26 digits below
 * zero), so appending a thousand times makes keys of three characters, not of a thousand. A fraction never ends in 0,
 * so every position has one key only.
 */
const FORM = /^[A-Za-z][0-9A-Za-z]+$/;
const SMALLEST = `A${"0".repeat(26)}`;

/** Whether a string is an order key as {@link keysBetween} makes them. */
export function isOrderKey(key: string): boolean {
  if (!FORM.test(key) || key === SMALLEST) return false;
  const head = key.charCodeAt(0);
  const whole = head >= 97 ? head - 97 + 2 : 90 - head + 2;
  return key.length === whole || (key.length > whole && !key.endsWith("0"));
}

/**
 * `count` keys in ascending order, all after `after` and before `before` (null: no bound on that side).
 *
 * @throws RangeError when the bounds are not in order; the library would take them the other way round
 */
export function keysBetween(after: string | null, before: string | null, count: number): string[] {
  if (after !== null && before !== null && after >= before) throw new RangeError("The bounds are not in order.");
  return generateNKeysBetween(after, before, count);
}

/**
 * Order keys for a list in its wanted order, keeping as many of the existing keys as possible: those of the longest
 * subsequence that is already in ascending order stay, and only what moved or is new gets a key between its neighbours.
 */
export function assignOrder(existing: ReadonlyMap<string, string>, ids: readonly string[]): Map<string, string> {
  const keys = ids.map((id) => {
    const key = existing.get(id);
    return key !== undefined && isOrderKey(key) ? key : null;
  });
  const kept = new Set(longestAscending(keys));
  const result = new Map<string, string>();
  let after: string | null = null;
  for (let i = 0; i < ids.length; ) {
    const key = keys[i] ?? null;
    if (kept.has(i) && key !== null) {
      result.set(ids[i] ?? "", key);
      after = key;
      i++;
      continue;
    }
    let end = i;
    while (end < ids.length && !kept.has(end)) end++;
    const before = end < ids.length ? (keys[end] ?? null) : null;
    for (const made of keysBetween(after, before, end - i)) {
      result.set(ids[i++] ?? "", made);
      after = made;
    }
  }
  return result;
}
