import type { JsonObject } from "#domain/json.ts";
import { countedLexemes, lexemes } from "#domain/lexemes.ts";
import type { Wording } from "../resource.ts";

/** Sequences of the record that one row of a word is about. */
export const STRETCH = 4_096;

/** The first sequence of the stretch in which a sequence lies. */
export function stretchOf(seq: number): number {
  return seq - (seq % STRETCH);
}

/** Words of a state, as the index stores them. */
export interface StateWords {
  readonly place: string | null;
  readonly length: number;
  /** Each once, or twice where it is repeated; then its tags. */
  readonly words: string[];
}

/** Returns the words of a state; null for one without any. */
export function saidIn(wording: Wording, state: JsonObject): StateWords | null {
  const text = wording.text(state);
  const { length } = lexemes(text);
  if (length === 0) return null;
  const tags = [...new Set(wording.tags?.(state))].sort();
  return { place: wording.place(state), length, words: [...countedLexemes(text), ...tags] };
}

/** Whether a text goes on although its subject changed. */
export function isSame(before: StateWords, after: StateWords): boolean {
  return (
    before.place === after.place &&
    before.length === after.length &&
    before.words.length === after.words.length &&
    before.words.every((word, i) => word === after.words[i])
  );
}

/** Texts that have a word, in one range of the record. */
interface WordRow {
  readonly lexeme: string;
  readonly type: string;
  readonly from_seq: number;
  /** Negative for a text that repeats the word. */
  readonly starts: number[];
  readonly ends: number[];
}

/** Each word of a list in which those that are repeated stand twice, side by side. */
function each(words: readonly string[]): [word: string, isRepeated: boolean][] {
  return words.flatMap((word, i) => (word === words[i - 1] ? [] : [[word, word === words[i + 1]]]));
}

/** Gathers rows of words from texts that begin and end. */
export class WordRows {
  private readonly rows = new Map<string, WordRow>();

  /** A text began. */
  began(type: string, seq: number, words: readonly string[]): void {
    for (const [lexeme, isRepeated] of [["", false] as const, ...each(words)])
      this.row(lexeme, type, seq).starts.push(isRepeated ? -seq : seq);
  }

  /** A text ended with the change of this sequence. */
  ended(type: string, { from, by }: { from: number; by: number }, words: readonly string[]): void {
    for (const [lexeme] of [["", false] as const, ...each(words)]) this.row(lexeme, type, by).ends.push(from, by);
  }

  all(): WordRow[] {
    return [...this.rows.values()];
  }

  private row(lexeme: string, type: string, seq: number): WordRow {
    const from_seq = stretchOf(seq);
    const name = `${lexeme}\u0000${type}\u0000${from_seq}`;
    let row = this.rows.get(name);
    if (row === undefined) {
      row = { lexeme, type, from_seq, starts: [], ends: [] };
      this.rows.set(name, row);
    }
    return row;
  }
}
