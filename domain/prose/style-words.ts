import { occurrences } from "./measures.ts";
import { type Span, wordsOf } from "./words-of.ts";

/** An entry of a list of style: a word to leave out, or one to take in place of others. */
export interface StyleEntry {
  readonly id: string;
  readonly word: string;
  readonly use: "banned" | "preferred";
  /** Words to take in place of a banned one, or those that a preferred one stands for. */
  readonly others: readonly string[];
}

/** A word that the list of style is against, with what to take in its place. */
export interface StyleFinding {
  readonly entry: StyleEntry;
  readonly word: string;
  readonly instead: readonly string[];
  readonly spans: readonly Span[];
}

/** Finds what a list of style is against, in the order of the list. */
export function styleFindings(text: string, entries: readonly StyleEntry[]): StyleFinding[] {
  const words = wordsOf(text);
  return entries.flatMap((entry) => {
    const sought = entry.use === "banned" ? [entry.word] : entry.others;
    const instead = entry.use === "banned" ? entry.others : [entry.word];
    return occurrences(words, sought).map(({ word, spans }) => ({ entry, word, instead, spans }));
  });
}
