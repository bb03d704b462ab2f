/**
 * Order keys: strings whose byte order is the order of the things that carry them, with room between any two, so that
 * putting something between two neighbours changes one key and nobody else's.
 *
 * A key is a whole number followed by a fraction, both in base 62 (0–9 A–Z a–z, which is also their byte order). The
 * first character says how long the whole number is ("a" + 1 digit … "z" + 26 digits; "Z" + 1 … "A" + 26 digits below
 * zero), so appending a thousand times makes keys of three characters, not of a thousand. A fraction never ends in 0,
 * so every position has one key only.
 */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;
const ZERO = "a0";
const FORM = /^(?:[a-z]|[A-Z])[0-9A-Za-z]+$/;

/** Whether a string is an order key as {@link keysBetween} makes them. */
export function isOrderKey(key: string): boolean {
  if (!FORM.test(key)) return false;
  const whole = wholeLength(key);
  return key.length >= whole && !(key.length > whole && key.endsWith("0")) && key !== smallestWhole();
}

/** `count` keys in ascending order, all after `after` and before `before` (null: no bound on that side). */
export function keysBetween(after: string | null, before: string | null, count: number): string[] {
  if (after !== null && before !== null && after >= before) throw new RangeError("The bounds are not in order.");
  const keys: string[] = [];
  if (before === null) {
    for (let last = after; keys.length < count; ) {
      last = last === null ? ZERO : keyAfter(last);
      keys.push(last);
    }
    return keys;
  }
  if (after === null) {
    for (let first = before; keys.length < count; ) {
      first = keyBefore(first);
      keys.push(first);
    }
    return keys.reverse();
  }
  fillBetween(after, before, count, keys);
  return keys;
}

/** Halves the room again and again, so that many keys in a small gap grow with the logarithm of their number. */
function fillBetween(after: string, before: string, count: number, keys: string[]): void {
  if (count <= 0) return;
  const middle = keyBetween(after, before);
  const left = Math.floor((count - 1) / 2);
  fillBetween(after, middle, left, keys);
  keys.push(middle);
  fillBetween(middle, before, count - 1 - left, keys);
}

function wholeLength(key: string): number {
  const head = key.charCodeAt(0);
  return head >= 97 ? head - 97 + 2 : 90 - head + 2;
}

function smallestWhole(): string {
  return `A${"0".repeat(26)}`;
}

function keyAfter(key: string): string {
  const whole = key.slice(0, wholeLength(key));
  return nextWhole(whole) ?? whole + fractionBetween(key.slice(whole.length), null);
}

function keyBefore(key: string): string {
  const whole = key.slice(0, wholeLength(key));
  if (key.length > whole.length) return whole;
  return previousWhole(whole) ?? whole + fractionBetween("", key.slice(whole.length));
}

function keyBetween(after: string, before: string): string {
  const low = after.slice(0, wholeLength(after));
  const high = before.slice(0, wholeLength(before));
  if (low === high) return low + fractionBetween(after.slice(low.length), before.slice(high.length));
  const next = nextWhole(low);
  return next !== null && next < before ? next : low + fractionBetween(after.slice(low.length), null);
}

function nextWhole(whole: string): string | null {
  const digits = whole.slice(1).split("");
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = DIGITS.indexOf(digits[i] ?? "0");
    if (digit + 1 < BASE) {
      digits[i] = DIGITS.charAt(digit + 1);
      return whole.charAt(0) + digits.join("");
    }
    digits[i] = "0";
  }
  const head = whole.charCodeAt(0);
  if (head === 122) return null;
  if (head === 90) return ZERO;
  const longer = head + 1;
  const length = longer >= 97 ? longer - 97 + 1 : 90 - longer + 1;
  return String.fromCharCode(longer) + "0".repeat(length);
}

function previousWhole(whole: string): string | null {
  const digits = whole.slice(1).split("");
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = DIGITS.indexOf(digits[i] ?? "0");
    if (digit > 0) {
      digits[i] = DIGITS.charAt(digit - 1);
      const result = whole.charAt(0) + digits.join("");
      return result === smallestWhole() ? null : result;
    }
    digits[i] = "z";
  }
  const head = whole.charCodeAt(0);
  if (head === 97) return "Zz";
  if (head === 65) return null;
  const other = head - 1;
  const length = other >= 97 ? other - 97 + 1 : 90 - other + 1;
  return String.fromCharCode(other) + "z".repeat(length);
}

/** A fraction strictly between two (an empty `low` is 0, a null `high` is 1), not ending in 0, as short as can be. */
function fractionBetween(low: string, high: string | null): string {
  let prefix = "";
  for (let i = 0; ; i++) {
    const from = DIGITS.indexOf(low.charAt(i) || "0");
    const to = high === null ? BASE : DIGITS.indexOf(high.charAt(i) || "0");
    if (from === to) {
      prefix += DIGITS.charAt(from);
      continue;
    }
    if (to - from > 1) return prefix + DIGITS.charAt(Math.floor((from + to) / 2));
    // Neighbouring digits: either the upper one alone is already below `high`, or the room is after the lower one.
    if (high !== null && high.length > i + 1) return prefix + DIGITS.charAt(to);
    prefix += DIGITS.charAt(from);
    return prefix + fractionBetween(low.slice(i + 1), null);
  }
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
  const kept = longestAscending(keys);
  const result = new Map<string, string>();
  let after: string | null = null;
  for (let i = 0; i < ids.length; ) {
    const key = keys[i] ?? null;
    if (kept[i] === 1 && key !== null) {
      result.set(ids[i] ?? "", key);
      after = key;
      i++;
      continue;
    }
    let end = i;
    while (end < ids.length && kept[end] !== 1) end++;
    const before = end < ids.length ? (keys[end] ?? null) : null;
    for (const made of keysBetween(after, before, end - i)) {
      result.set(ids[i++] ?? "", made);
      after = made;
    }
  }
  return result;
}

/** Marks with 1 the entries of a longest strictly ascending subsequence; nulls are never in it. */
function longestAscending(keys: readonly (string | null)[]): Uint8Array {
  const previous = new Int32Array(keys.length).fill(-1);
  // ends[n] is the entry with the smallest key that ends an ascending run of n + 1 entries.
  const ends: number[] = [];
  keys.forEach((key, index) => {
    if (key === null) return;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[ends[middle] ?? 0] ?? "") < key) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const kept = new Uint8Array(keys.length);
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept[at] = 1;
  return kept;
}
