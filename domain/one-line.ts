import { cut } from "./code-points.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters and line ends are what it looks for.
const NOT_ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text on one line, without control characters, cut to a length. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(NOT_ON_A_LINE, " ");
  return cut(line === text ? text : line.trim(), max);
}
