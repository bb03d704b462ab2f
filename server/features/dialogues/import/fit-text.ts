// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters and line ends are what it looks for.
const NOT_ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The beginning of a text, counted in code points. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** A text on one line, without control characters, cut to a length. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(NOT_ON_A_LINE, " ");
  return cut(line === text ? text : line.trim(), max);
}

/** A coordinate within the canvas. */
export function clamped(value: number, max: number): number {
  return Math.min(Math.max(value, -max), max);
}
