import { codePointLength, type MarkedText, normalMarks, type TextMark, type TextMarkKind } from "./text-mark.ts";

/**
 * Marks of a text once a kind was put on the words from one UTF-16 offset to another, or taken off them where all of
 * them have it. White space at the ends is not marked. Null where there are no words.
 */
export function toggledMark(
  { text, marks }: MarkedText,
  kind: TextMarkKind,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly marks: TextMark[]; readonly isOn: boolean } | null {
  const chosen = text.slice(from, to);
  const words = chosen.trim();
  if (words === "") return null;
  const start = codePointLength(text.slice(0, from + chosen.length - chosen.trimStart().length));
  const end = start + codePointLength(words);
  const length = codePointLength(text);
  const isOn = !marks.some((mark) => mark.kind === kind && mark.start <= start && mark.end >= end);
  if (isOn) return { marks: normalMarks([...marks, { kind, start, end }], length), isOn };
  const left = marks.flatMap((mark): TextMark[] => {
    if (mark.kind !== kind) return [mark];
    return [
      { kind, start: mark.start, end: Math.min(mark.end, start) },
      { kind, start: Math.max(mark.start, end), end: mark.end },
    ];
  });
  return { marks: normalMarks(left, length), isOn };
}
