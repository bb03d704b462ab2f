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

/** The beginning of a text, counted in code points. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
