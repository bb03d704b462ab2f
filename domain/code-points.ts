/**
 * Orders two strings by code point, as PostgreSQL's `COLLATE "C"` does for UTF-8. JavaScript's own comparison goes by
 * UTF-16 unit, which puts characters beyond U+FFFF before U+E000–U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  let at = 0;
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shared) return a.length - b.length;
  // A difference in the second half of a pair is one of the whole character.
  const whole = isHighSurrogate(a, at - 1) ? at - 1 : at;
  return differenceAt(a, b, whole) || differenceAt(a, b, at);
}

const differenceAt = (a: string, b: string, at: number) => (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);

/** Whether the first half of a surrogate pair stands at a place of a text. */
export function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}

/** Whether the characters before and behind a place of a text are whole: it is not within a surrogate pair. */
export function isBetweenCharacters(text: string, at: number): boolean {
  return !isHighSurrogate(text, at - 1) || (text.charCodeAt(at) & 0xfc00) !== 0xdc00;
}

/** The place in a text that is a number of code points behind another, or its end. */
export function placeAfter(text: string, start: number, count: number): number {
  if (text.length - start <= count) return text.length;
  let at = start;
  for (let taken = 0; taken < count && at < text.length; taken++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** The beginning of a text, counted in code points. */
export function cut(text: string, max: number): string {
  return text.slice(0, placeAfter(text, 0, max));
}
