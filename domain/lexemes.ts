import { searchForm } from "./search-form.ts";

/** A run of letters and digits; an apostrophe within a word belongs to it. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const APOSTROPHE = /['’]/;
/** An ending that says only that there are several, in English and in its neighbours. */
const PLURAL = /..[^siu\P{L}]s$/u;

/**
 * Version of the rules by which words are cut. A change of the rules increases it, so that indexes made by earlier
 * rules are rebuilt.
 */
export const LEXEME_FORM = 6;

/**
 * The words of a text in the form in which they are looked for, in their order, repeated as they are there. It is made here and
 * not by the database, so that every server finds the same: search form, split at what is no letter or digit, without what
 * follows an apostrophe, without a plural's ending. Of scripts without spaces every two neighbouring characters are a word.
 */
export function lexemes(text: string): string[] {
  const found: string[] = [];
  for (const [word] of searchForm(text).matchAll(WORD)) {
    if (UNSPACED.test(word)) found.push(...pairs(word));
    else found.push(stem(word));
  }
  return found;
}

/** Each word of a text in the order of code units: once, or twice where the text repeats it, however often. */
export function countedLexemes(text: string): string[] {
  const sorted = lexemes(text).sort();
  return sorted.filter((word, i) => word !== sorted[i - 2]);
}

function stem(word: string): string {
  const [head = word] = word.split(APOSTROPHE);
  return PLURAL.test(head) ? head.slice(0, -1) : head;
}

function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
