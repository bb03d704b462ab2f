import { firstIndex } from "../first-index.ts";
import { codePointLength, type MarkedText, normalMarks, type TextMark } from "./text-mark.ts";

/** Part of a text, from one UTF-16 offset to another, with the words that come in its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** Text after some parts of it, in order, became other words. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let edited = "";
  let end = 0;
  for (const edit of edits) {
    edited += text.slice(end, edit.start) + edit.written;
    end = edit.end;
  }
  return edited + text.slice(end);
}

/**
 * Marks of a text after some parts of it, in order, became other words. Words that stay keep their marks, and what comes in
 * the place of others takes the marks that were on all of them.
 */
export function editedMarks({ text, marks }: MarkedText, edits: readonly TextEdit[]): TextMark[] {
  if (marks.length === 0) return [];
  const spans: Span[] = [];
  let offset = 0;
  let place = 0;
  let shift = 0;
  for (const { start, end, written } of edits) {
    const from = place + codePointLength(text.slice(offset, start));
    const to = from + codePointLength(text.slice(start, end));
    const after = from + shift + codePointLength(written);
    spans.push({ from, to, fromAfter: from + shift, toAfter: after });
    [offset, place, shift] = [end, to, after - to];
  }
  const length = place + codePointLength(text.slice(offset)) + shift;
  const moved = marks.map(({ kind, start, end }) => ({
    kind,
    start: moveStart(spans, start),
    end: moveEnd(spans, end),
  }));
  return normalMarks(moved, length);
}

/** Places of an edit in code points, in the text and in what it became. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly fromAfter: number;
  readonly toAfter: number;
}

function moveStart(spans: readonly Span[], at: number): number {
  const span = lastBefore(spans, at);
  if (span === undefined) return at;
  return at < span.to ? span.toAfter : at - span.to + span.toAfter;
}

function moveEnd(spans: readonly Span[], at: number): number {
  const span = lastBefore(spans, at);
  if (span === undefined) return at;
  return at < span.to ? span.fromAfter : at - span.to + span.toAfter;
}

/** The last edit that begins before a place. */
function lastBefore(spans: readonly Span[], at: number): Span | undefined {
  return spans[firstIndex(spans, ({ from }) => from >= at) - 1];
}
