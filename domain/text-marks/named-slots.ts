import type { MarkedText } from "./text-mark.ts";
import { textRuns } from "./text-runs.ts";

/** Name of a variable in braces, where its value is to stand in a text. */
export interface NamedSlot {
  readonly name: string;
  /** UTF-16 offsets of the braces: of the first, and behind the last. */
  readonly from: number;
  readonly to: number;
}

const NAMED = /\{([^{}\n]+)\}/g;

/** Names in braces of a text, in order. A brace under a literal mark is a letter and begins or ends none. */
export function namedSlots(whole: MarkedText): NamedSlot[] {
  if (!whole.text.includes("{")) return [];
  return Array.from(withoutLiteralBraces(whole).matchAll(NAMED), ({ 0: written, 1: name = "", index }) => ({
    name: name.trim(),
    from: index,
    to: index + written.length,
  }));
}

/** Text of the same length in which line breaks, which no name has, stand for braces that are letters. */
function withoutLiteralBraces(whole: MarkedText): string {
  if (whole.marks.every(({ kind }) => kind !== "literal")) return whole.text;
  return textRuns(whole)
    .map(({ text, kinds }) => (kinds.includes("literal") ? text.replace(/[{}]/g, "\n") : text))
    .join("");
}
