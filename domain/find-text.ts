import { searchForm } from "./search-form.ts";

/** A stretch of a text, in UTF-16 units; `end` is the first unit after it. */
export interface TextRange {
  start: number;
  end: number;
}

/** A letter with the marks that belong to it: what the search form changes, it changes within one of these. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Finds the ranges of a text that match the wanted text, ignoring case and accents: whole letters of the text as
 * written, in order, none of them twice, at most `limit` of them. A letter is found by a part of its form, as `ß` by `s`.
 */
export function findText(text: string, wanted: string, limit = 100): TextRange[] {
  const form = searchForm(wanted);
  if (form === "" || text === "") return [];
  let folded = "";
  // For each unit of the folded text, the letter of the original it comes from.
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const part = searchForm(letter);
    for (let unit = 0; unit < part.length; unit++) {
      starts.push(index);
      ends.push(index + letter.length);
    }
    folded += part;
  }
  const ranges: TextRange[] = [];
  for (let at = folded.indexOf(form); at >= 0 && ranges.length < limit; ) {
    const end = ends[at + form.length - 1] ?? text.length;
    ranges.push({ start: starts[at] ?? 0, end });
    let after = at + form.length;
    while (after < folded.length && (starts[after] ?? end) < end) after += 1;
    at = folded.indexOf(form, after);
  }
  return ranges;
}

/** A piece of a text with what was found in it. */
export interface Excerpt {
  text: string;
  ranges: TextRange[];
}

const ELLIPSIS = "…";
const BEFORE = 40;

/** The part of a text around the first thing found, on one line; the beginning when nothing was. */
export function excerptOf(text: string, ranges: readonly TextRange[], length = 160): Excerpt {
  // Each unit of white space becomes one space, so that places stay what they are.
  const line = text.replace(/\s/gu, " ");
  const first = ranges[0]?.start ?? 0;
  const from = first <= BEFORE ? 0 : wordStart(line, first - BEFORE, first);
  const to = Math.max(ranges[0]?.end ?? 0, wordEnd(line, Math.min(line.length, from + length), from));
  const lead = from > 0 ? ELLIPSIS : "";
  const tail = to < line.length ? ELLIPSIS : "";
  const shift = lead.length - from;
  return {
    text: `${lead}${line.slice(from, to)}${tail}`,
    ranges: ranges
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

function wordStart(line: string, near: number, before: number): number {
  const space = line.indexOf(" ", near);
  return space >= 0 && space < before ? space + 1 : whole(line, near);
}

function wordEnd(line: string, near: number, after: number): number {
  if (near >= line.length) return line.length;
  const space = line.lastIndexOf(" ", near);
  return space > after + (near - after) / 2 ? space : whole(line, near);
}

/** Never between the two halves of a character. */
function whole(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
