import { diffArrays } from "diff";
import { firstIndex } from "../first-index.ts";
import { longestAscending } from "../longest-ascending.ts";
import { piecesOf } from "../word-diff.ts";
import { codePointLength, type MarkedText, normalMarks, type TextMark } from "./text-mark.ts";

/** New words and marks of a text; undefined leaves them as they are. */
interface Said {
  readonly text?: string | undefined;
  readonly marks?: readonly TextMark[] | undefined;
}

/**
 * Marks of a text after something was said of it: those said, within the text said with them, or else those that the
 * text had, on the words that stay.
 */
export function marksAfter(before: MarkedText, { text = before.text, marks }: Said): TextMark[] {
  return marks === undefined ? keptMarks(before, text) : normalMarks(marks, codePointLength(text));
}

/**
 * Marks of a text whose words become others. A mark stays on the words that stay, with what is written between two of
 * them; on a word that is mended, so that at least half of it stays; and goes with the last of its words.
 */
export function keptMarks({ text, marks }: MarkedText, after: string): TextMark[] {
  if (marks.length === 0 || text === after) return [...marks];
  const runs = runsOf(text, after);
  const moved: TextMark[] = [];
  for (const { kind, start, end } of marks) {
    const first = runs[firstEndingAfter(runs, start)];
    const last = runs[firstStartingAt(runs, end) - 1];
    if (first === undefined || last === undefined) continue;
    moved.push({ kind, start: movedStart(first, start), end: movedEnd(last, end) });
  }
  return normalMarks(moved, codePointLength(after));
}

/**
 * Run of code points that stay: `length` of them from `before` in the earlier text and from `after` in the later.
 * `opens` and `closes` are the places in both at which a mended word begins that the run is the first part of, or ends
 * that it is the last part of: where the word begins or ends in one text, it does in the other.
 */
interface Run {
  readonly before: number;
  readonly after: number;
  readonly length: number;
  readonly opens?: Places;
  readonly closes?: Places;
}

interface Places {
  readonly before: number;
  readonly after: number;
}

function movedStart({ before, after, opens }: Run, start: number): number {
  if (start > before) return after + start - before;
  return opens !== undefined && start <= opens.before ? opens.after : after;
}

function movedEnd({ before, after, length, closes }: Run, end: number): number {
  if (end < before + length) return after + end - before;
  return closes !== undefined && end >= closes.before ? closes.after : after + length;
}

/** The first run that ends behind a place of the earlier text. */
function firstEndingAfter(runs: readonly Run[], at: number): number {
  return firstIndex(runs, ({ before, length }) => before + length > at);
}

/** The first run that begins at a place of the earlier text or behind it. */
function firstStartingAt(runs: readonly Run[], at: number): number {
  return firstIndex(runs, ({ before }) => before >= at);
}

/** Runs that stay, in order: of the beginnings and ends that both texts have, and of each word between. */
function runsOf(before: string, after: string): Run[] {
  const [from, behind] = sameEnds(before, after);
  const [a, b] = [wordsIn(before, from, behind), wordsIn(after, from, behind)];
  const runs = stayed(before.slice(0, from), { before: 0, after: 0 });
  let [atA, atB] = [0, 0];
  for (const match of [...matches(a, b), { a: a.length, b: b.length, count: 0 }]) {
    runs.push(...mended(a.slice(atA, match.a), b.slice(atB, match.b)));
    for (let n = 0; n < match.count; n += 1) {
      const [one, other] = [a[match.a + n], b[match.b + n]];
      if (one !== undefined && other !== undefined)
        runs.push({ before: one.start, after: other.start, length: one.letters.length });
    }
    [atA, atB] = [match.a + match.count, match.b + match.count];
  }
  const rest = before.slice(before.length - behind);
  const length = codePointLength(rest);
  return [
    ...runs,
    ...stayed(rest, { before: codePointLength(before) - length, after: codePointLength(after) - length }),
  ];
}

/** Run of words that stay at these places, without the white space around them: a mark does not stay on that alone. */
function stayed(words: string, { before, after }: Places): Run[] {
  const behind = words.trimStart();
  const skipped = codePointLength(words) - codePointLength(behind);
  const length = codePointLength(behind.trimEnd());
  return length === 0 ? [] : [{ before: before + skipped, after: after + skipped, length }];
}

/** Word or sign of a text, letter by letter, with its place in code points. */
interface Word {
  readonly text: string;
  readonly letters: readonly string[];
  readonly start: number;
}

/** Words and signs of the middle of a text, without the white space between them. */
function wordsIn(text: string, from: number, behind: number): Word[] {
  const words: Word[] = [];
  let start = codePointLength(text.slice(0, from));
  for (const piece of piecesOf(text.slice(from, text.length - behind))) {
    const letters = Array.from(piece);
    if (piece.trim() !== "") words.push({ text: piece, letters, start });
    start += letters.length;
  }
  return words;
}

/** Numbers of UTF-16 units that two texts have in common at their beginnings and ends, up to white space. */
function sameEnds(a: string, b: string): [number, number] {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a.charCodeAt(from) === b.charCodeAt(from)) from += 1;
  while (from > 0 && !isSpace(a, from - 1)) from -= 1;
  let behind = 0;
  while (behind < shorter - from && a.charCodeAt(a.length - 1 - behind) === b.charCodeAt(b.length - 1 - behind))
    behind += 1;
  while (behind > 0 && !isSpace(a, a.length - behind)) behind -= 1;
  return [from, behind];
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at));
}

/** Parts of words that were mended: at least half of them stays, at the beginning and at the end. */
function mended(removed: readonly Word[], added: readonly Word[]): Run[] {
  const [first, other] = [removed[0], added[0]];
  if (first === undefined || other === undefined) return [];
  const [a, b] = [removed.flatMap(({ letters }) => letters), added.flatMap(({ letters }) => letters)];
  // Words with white space between them are mended only where both texts have it at the same places.
  if (!isDense(removed, a) || !isDense(added, b)) return [];
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind += 1;
  if ((from + behind) * 2 < Math.max(a.length, b.length)) return [];
  const begins = { before: first.start, after: other.start };
  const ends = { before: first.start + a.length, after: other.start + b.length };
  const runs: Run[] = [];
  if (from > 0) runs.push({ ...begins, length: from, opens: begins, ...(behind === 0 && { closes: ends }) });
  if (behind > 0) {
    const start = { before: ends.before - behind, after: ends.after - behind };
    runs.push({ ...start, length: behind, closes: ends, ...(from === 0 && { opens: begins }) });
  }
  return runs;
}

/** Whether words follow one another without white space. */
function isDense(words: readonly Word[], letters: readonly string[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  return first !== undefined && last !== undefined && last.start + last.letters.length - first.start === letters.length;
}

/** Stretch of equal words in two lists. */
interface Match {
  readonly a: number;
  readonly b: number;
  readonly count: number;
}

/** Part of two lists of words that is still to be compared. */
interface Span {
  readonly a: number;
  readonly aEnd: number;
  readonly b: number;
  readonly bEnd: number;
}

/** Rounds in which what lies between anchors is searched for anchors of its own. */
const MAX_DEPTH = 8;
/** Words that may differ where none is an anchor; the search costs their square. */
const MAX_EDITS = 100;

/**
 * Compares two lists of words by anchors, which are words that each has once (Bram Cohen's patience diff), and what lies
 * between anchors likewise; what has none is compared word by word as far as few of them differ. The time grows with the
 * number of words and its logarithm.
 */
function matches(before: readonly Word[], after: readonly Word[]): Match[] {
  const found: Match[] = [];
  const [a, b] = [before.map(({ text }) => text), after.map(({ text }) => text)];
  compare(a, b, { a: 0, aEnd: a.length, b: 0, bEnd: b.length }, MAX_DEPTH, found);
  return found;
}

function compare(a: readonly string[], b: readonly string[], whole: Span, depth: number, found: Match[]): void {
  let { a: fromA, aEnd, b: fromB, bEnd } = whole;
  while (fromA < aEnd && fromB < bEnd && a[fromA] === b[fromB]) {
    fromA += 1;
    fromB += 1;
  }
  if (fromA > whole.a) found.push({ a: whole.a, b: whole.b, count: fromA - whole.a });
  while (aEnd > fromA && bEnd > fromB && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (fromA < aEnd && fromB < bEnd) {
    const span = { a: fromA, aEnd, b: fromB, bEnd };
    const anchors = depth === 0 ? [] : anchorsIn(a, b, span);
    if (anchors.length === 0) found.push(...piecewise(a, b, span));
    for (const { a: atA, b: atB } of anchors) {
      compare(a, b, { a: fromA, aEnd: atA, b: fromB, bEnd: atB }, depth - 1, found);
      found.push({ a: atA, b: atB, count: 1 });
      [fromA, fromB] = [atA + 1, atB + 1];
    }
    if (anchors.length > 0) compare(a, b, { a: fromA, aEnd, b: fromB, bEnd }, depth - 1, found);
  }
  if (aEnd < whole.aEnd) found.push({ a: aEnd, b: bEnd, count: whole.aEnd - aEnd });
}

/** Words that each side has once, as many as are in the same order on both; a sign is none. */
function anchorsIn(a: readonly string[], b: readonly string[], span: Span): { a: number; b: number }[] {
  const [onceInA, onceInB] = [placesOfOnce(a, span.a, span.aEnd), placesOfOnce(b, span.b, span.bEnd)];
  const pairs: { a: number; b: number }[] = [];
  for (const [word, at] of onceInA) {
    const there = onceInB.get(word) ?? -1;
    if (at !== -1 && there !== -1) pairs.push({ a: at, b: there });
  }
  pairs.sort((one, other) => one.a - other.a);
  return longestAscending(pairs.map(({ b }) => b)).flatMap((at) => pairs[at] ?? []);
}

const LETTER = /[\p{L}\p{N}]/u;

/** Places of the words of a list; -1 for those it has several times. */
function placesOfOnce(list: readonly string[], from: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < end; at += 1) {
    const word = list[at] ?? "";
    if (LETTER.test(word)) places.set(word, places.has(word) ? -1 : at);
  }
  return places;
}

function piecewise(a: readonly string[], b: readonly string[], span: Span): Match[] {
  const changes = diffArrays(a.slice(span.a, span.aEnd), b.slice(span.b, span.bEnd), { maxEditLength: MAX_EDITS });
  let [atA, atB] = [span.a, span.b];
  const found: Match[] = [];
  for (const { value, added, removed } of changes ?? []) {
    if (!added && !removed) found.push({ a: atA, b: atB, count: value.length });
    if (!added) atA += value.length;
    if (!removed) atB += value.length;
  }
  return found;
}
