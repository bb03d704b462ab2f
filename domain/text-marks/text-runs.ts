import { type MarkedText, TEXT_MARK_KINDS, type TextMarkKind } from "./text-mark.ts";

/** Piece of a text in which every character has the same marks. */
export interface TextRun {
  readonly text: string;
  /** Kinds of its marks, in the order of {@link TEXT_MARK_KINDS}. */
  readonly kinds: readonly TextMarkKind[];
}

const NONE: readonly TextMarkKind[] = [];

/**
 * Cuts a text into runs where its marks begin and end; one run where it has none. A character of two halves stays whole.
 *
 * @param marks in their normal form
 */
export function textRuns({ text, marks }: MarkedText): TextRun[] {
  if (text === "") return [];
  if (marks.length === 0) return [{ text, kinds: NONE }];
  const edges = marks
    .flatMap(({ kind, start, end }) => [
      { at: start, kind, isOn: true },
      { at: end, kind, isOn: false },
    ])
    .sort((a, b) => a.at - b.at);
  const runs: TextRun[] = [];
  const on = new Set<TextMarkKind>();
  let point = 0;
  let from = 0;
  let offset = 0;
  for (const { at, kind, isOn } of edges) {
    while (point < at && offset < text.length) {
      offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
      point += 1;
    }
    if (offset > from) runs.push({ text: text.slice(from, offset), kinds: kindsOf(on) });
    from = offset;
    if (isOn) on.add(kind);
    else on.delete(kind);
  }
  if (from < text.length) runs.push({ text: text.slice(from), kinds: kindsOf(on) });
  return runs;
}

function kindsOf(on: ReadonlySet<TextMarkKind>): readonly TextMarkKind[] {
  return on.size === 0 ? NONE : TEXT_MARK_KINDS.filter((kind) => on.has(kind));
}
