import { namedSlots } from "../text-marks/named-slots.ts";
import type { MarkedText, SetKind, TextMark, TextMarkKind } from "../text-marks/text-mark.ts";
import { textRuns } from "../text-marks/text-runs.ts";

/** Part of a text as a file says it: words, or the value of a variable; with the marks that are seen on it. */
export interface TextSegment {
  /** Words, or the name of the variable. */
  readonly text: string;
  readonly isValue: boolean;
  readonly kinds: readonly SetKind[];
}

/** Signs around words of a kind, before and behind them. */
export type SetSigns = Readonly<Partial<Record<SetKind, readonly [string, string]>>>;

/**
 * Cuts a text into words and values, where its marks and the names of variables in braces begin and end. A value has the
 * marks under which its whole name stands, braces included; literal marks are spent on what names no variable.
 */
export function textSegments(whole: MarkedText, isVariable: (name: string) => boolean): TextSegment[] {
  const slots = namedSlots(whole).filter(({ name }) => isVariable(name));
  const segments: TextSegment[] = [];
  let nth = 0;
  let offset = 0;
  for (const run of textRuns({ text: whole.text, marks: whole.marks.filter(isSet) })) {
    const kinds = run.kinds.filter(isSeen);
    const end = offset + run.text.length;
    let from = offset;
    const addWords = (to: number) => {
      if (to > from) segments.push({ text: whole.text.slice(from, to), isValue: false, kinds });
    };
    for (let slot = slots[nth]; slot !== undefined && slot.from < end; slot = slots[nth]) {
      if (slot.from >= offset) {
        addWords(slot.from);
        segments.push({ text: slot.name, isValue: true, kinds });
      } else {
        const value = segments.pop();
        if (value !== undefined) segments.push({ ...value, kinds: value.kinds.filter((kind) => kinds.includes(kind)) });
      }
      from = Math.min(slot.to, end);
      if (slot.to > end) break;
      nth += 1;
    }
    addWords(end);
    offset = end;
  }
  return segments;
}

/** Writes segments one after another, with signs around those that have marks; what opens last closes first. */
export function withSigns(
  segments: readonly TextSegment[],
  signs: SetSigns,
  write: (segment: TextSegment, at: number) => string,
): string {
  const parts: string[] = [];
  const open: SetKind[] = [];
  const closeTo = (depth: number) => {
    while (open.length > depth) parts.push(signs[open.pop() ?? "strong"]?.[1] ?? "");
  };
  for (const [at, segment] of segments.entries()) {
    const kept = open.findIndex((kind) => !segment.kinds.includes(kind));
    if (kept >= 0) closeTo(kept);
    for (const kind of segment.kinds) {
      if (signs[kind] === undefined || open.includes(kind)) continue;
      open.push(kind);
      parts.push(signs[kind][0]);
    }
    parts.push(write(segment, at));
  }
  closeTo(0);
  return parts.join("");
}

/** Whether a text has words that are set otherwise than the rest. */
export function hasSetWords(marks: readonly TextMark[]): boolean {
  return marks.some(isSet);
}

function isSet({ kind }: TextMark): boolean {
  return isSeen(kind);
}

function isSeen(kind: TextMarkKind): kind is SetKind {
  return kind !== "literal";
}
