import type { TextMarkKind } from "../text-marks/text-mark.ts";

/** Elements of HTML that set words in a way of ours, by name; formats that are not HTML take them over from it. */
export const HTML_MARKS: ReadonlyMap<string, TextMarkKind> = new Map([
  ["b", "strong"],
  ["strong", "strong"],
  ["i", "emphasis"],
  ["em", "emphasis"],
  ["s", "strike"],
  ["strike", "strike"],
  ["del", "strike"],
]);
