import { isHighSurrogate } from "../code-points.ts";

/**
 * Kinds of marks on a text: three ways it is set, and `literal` for words that name no variable, such as braces that are
 * to be read. A line break is the character U+000A of the text itself.
 */
export const TEXT_MARK_KINDS = ["emphasis", "strong", "strike", "literal"] as const;
export type TextMarkKind = (typeof TEXT_MARK_KINDS)[number];

/** Kinds of marks that tell how words are set, which readers see. */
export type SetKind = Exclude<TextMarkKind, "literal">;

/** Mark on a part of a text: a half-open range `[start, end)` of code points. */
export type TextMark = {
  kind: TextMarkKind;
  start: number;
  end: number;
};

/** Text with its marks. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly TextMark[];
}

/** Number of code points of a text; half of a surrogate pair counts as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  // Ten times as fast as iterating over the text's characters, which makes a string of each.
  for (let at = text.length - 1; at > 0; at -= 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && isHighSurrogate(text, at - 1)) length -= 1;
  }
  return length;
}

/** Marks in their normal form within a text; none where nothing is said of them. */
export function marksIn(text: string, marks: readonly TextMark[] = []): TextMark[] {
  return marks.length === 0 ? [] : normalMarks(marks, codePointLength(text));
}

const orderOf = ({ kind }: TextMark): number => TEXT_MARK_KINDS.indexOf(kind);

/**
 * Marks in their one form: within a text of `length` code points, none empty, none of a kind meeting another of its
 * kind, in order of start, end and kind.
 */
export function normalMarks(marks: readonly TextMark[], length: number): TextMark[] {
  const result: TextMark[] = [];
  for (const kind of TEXT_MARK_KINDS) {
    const ranges = marks
      .filter((mark) => mark.kind === kind)
      .map(({ start, end }) => ({ kind, start: Math.max(0, start), end: Math.min(length, end) }))
      .filter(({ start, end }) => start < end)
      .sort((a, b) => a.start - b.start);
    let last: TextMark | undefined;
    for (const range of ranges) {
      if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
      else {
        last = range;
        result.push(range);
      }
    }
  }
  return result.sort((a, b) => a.start - b.start || a.end - b.end || orderOf(a) - orderOf(b));
}
