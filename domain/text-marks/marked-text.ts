import { firstIndex } from "../first-index.ts";
import { codePointLength, type MarkedText, normalMarks, type TextMark, type TextMarkKind } from "./text-mark.ts";
import { textRuns } from "./text-runs.ts";

/** Text without marks. */
export function plain(text: string): MarkedText {
  return { text, marks: [] };
}

/** Puts a whole text under marks of these kinds, besides those it has. */
export function marked({ text, marks }: MarkedText, ...kinds: readonly TextMarkKind[]): MarkedText {
  if (marks.length + kinds.length === 0) return plain(text);
  const end = codePointLength(text);
  return { text, marks: normalMarks([...marks, ...kinds.map((kind) => ({ kind, start: 0, end }))], end) };
}

const BRACE = /[{}]/;

/** Words that are to be read as they are written: a brace in them begins no variable's name. */
export function literal(text: string): MarkedText {
  if (!BRACE.test(text)) return plain(text);
  const marks: TextMark[] = [];
  let at = 0;
  for (const char of text) {
    if (char === "{" || char === "}") marks.push({ kind: "literal", start: at, end: at + 1 });
    at += 1;
  }
  return { text, marks: normalMarks(marks, at) };
}

/** Texts one after another. */
export function joined(parts: readonly MarkedText[]): MarkedText {
  if (parts.every((part) => part.marks.length === 0)) return plain(parts.map(({ text }) => text).join(""));
  const marks: TextMark[] = [];
  let length = 0;
  for (const part of parts) {
    for (const { kind, start, end } of part.marks) marks.push({ kind, start: start + length, end: end + length });
    length += codePointLength(part.text);
  }
  return { text: parts.map(({ text }) => text).join(""), marks: normalMarks(marks, length) };
}

/** Part of a text from one UTF-16 offset to another, as `String.prototype.slice` takes it; neither lies within a pair. */
export function sliced({ text, marks }: MarkedText, from: number, to = text.length): MarkedText {
  const words = text.slice(from, to);
  if (marks.length === 0) return { text: words, marks: [] };
  const skipped = codePointLength(text.slice(0, from));
  const moved = marks.map(({ kind, start, end }) => ({ kind, start: start - skipped, end: end - skipped }));
  return { text: words, marks: normalMarks(moved, codePointLength(words)) };
}

/** Lines of a text, cut at its line breaks. */
export function linesOf(whole: MarkedText): MarkedText[] {
  const lines: MarkedText[][] = [[]];
  for (const { text, kinds } of textRuns(whole)) {
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) lines.push([]);
      lines.at(-1)?.push(marked(plain(part), ...kinds));
    }
  }
  return lines.map(joined);
}

/** Text without white space at its ends. */
export function trimmed(whole: MarkedText): MarkedText {
  const { text } = whole;
  const before = text.length - text.trimStart().length;
  return sliced(whole, before, Math.max(before, text.trimEnd().length));
}

/** Replaces what a pattern finds, as `String.prototype.replaceAll` does, by words with marks of their own. */
export function replaced(whole: MarkedText, pattern: RegExp, by: (found: RegExpExecArray) => MarkedText): MarkedText {
  const { text } = whole;
  const words: string[] = [];
  const marks: TextMark[] = [];
  // Stretches that stay, in code points of the text, and how far each moves.
  const kept: { readonly start: number; readonly end: number; readonly shift: number }[] = [];
  let length = 0;
  const say = (part: string): number => {
    words.push(part);
    const own = codePointLength(part);
    length += own;
    return own;
  };
  let [after, start] = [0, 0];
  const keep = (to: number): void => {
    const shift = length - start;
    const end = start + say(text.slice(after, to));
    kept.push({ start, end, shift });
    start = end;
  };
  for (const found of text.matchAll(pattern)) {
    keep(found.index);
    const part = by(found);
    for (const mark of part.marks) marks.push({ ...mark, start: mark.start + length, end: mark.end + length });
    say(part.text);
    start += codePointLength(found[0]);
    after = found.index + found[0].length;
  }
  if (after === 0 && words.length === 0) return whole;
  keep(text.length);
  for (const mark of whole.marks) {
    for (let at = firstIndex(kept, ({ end }) => end > mark.start); at < kept.length; at += 1) {
      const stretch = kept[at];
      if (stretch === undefined || stretch.start >= mark.end) break;
      const [from, to] = [Math.max(mark.start, stretch.start), Math.min(mark.end, stretch.end)];
      marks.push({ kind: mark.kind, start: from + stretch.shift, end: to + stretch.shift });
    }
  }
  return { text: words.join(""), marks: normalMarks(marks, length) };
}
