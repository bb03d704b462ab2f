import type { TweeDialect } from "../import/twee/dialects.ts";
import { TWEE_SIGNS } from "../import/twee/own-words.ts";
import { tweeValue } from "../import/twee/text-values.ts";
import { linesOf } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { textSegments, withSigns } from "./text-segments.ts";

/** Characters that begin or end something in one of the story formats, wherever they stand. */
const SIGNS = /[&<>[\]{}$`\\|_*^@(]/;
/** Characters that do so beside their like, or beside a sign. */
const PAIRED = /['/=~"-]/;
/** Characters that do so at the beginning of a line. */
const AT_FIRST = /^\s*(?:[!#+:;=~-]|\d+(?=[.)]))/;

/**
 * The words of a card that has marks as a passage: its marks become signs of the story format, which end with their line;
 * what names a variable in braces becomes its value; and characters that the format would read as signs are written by
 * their numbers.
 */
export function tweeWords(
  whole: MarkedText,
  dialect: TweeDialect,
  identifier: (name: string) => string | null,
): string {
  return linesOf(whole)
    .map((line) => {
      const segments = textSegments(line, (name) => identifier(name) !== null);
      return withSigns(segments, TWEE_SIGNS[dialect], ({ text, isValue }, at) => {
        if (!isValue) return escaped(text, at === 0);
        const next = segments[at + 1];
        return tweeValue(identifier(text) ?? text, dialect, next?.isValue === false ? next.text : "");
      });
    })
    .join("\n");
}

function escaped(text: string, isFirst: boolean): string {
  const first = isFirst ? (AT_FIRST.exec(text)?.[0].length ?? 0) - 1 : -1;
  return text.replace(/[!-/:-@[-`{-~\d]/g, (char, at: number) => {
    const isBeside = at === 0 || at === text.length - 1 || text[at - 1] === char || text[at + 1] === char;
    return SIGNS.test(char) || (PAIRED.test(char) && isBeside) || at === first ? `&#${char.charCodeAt(0)};` : char;
  });
}
