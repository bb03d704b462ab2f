import { namedIn, nameOf } from "../runtime/words.ts";
import type { MarkedText } from "./text-mark.ts";

/** Name of a variable in braces, where its value is to stand in a text. */
export interface NamedSlot {
  readonly name: string;
  /** UTF-16 offsets of the braces: of the first, and behind the last. */
  readonly from: number;
  readonly to: number;
}

/** Names in braces of a text, in order. A brace under a literal mark is a letter and begins or ends none. */
export function namedSlots({ text, marks }: MarkedText): NamedSlot[] {
  return Array.from(namedIn({ text, text_marks: marks }), (found) => ({
    name: nameOf(found),
    from: found.index,
    to: found.index + found[0].length,
  }));
}
