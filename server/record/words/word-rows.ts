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
  /** Audiences that may read it, sorted; null where its kind is for all. */
  readonly audiences: string[] | null;
}

/** Returns the words of a state; null for one without any. */
export function saidIn(wording: Wording, state: JsonObject): StateWords | null {
  const text = wording.text(state);
  const { length } = lexemes(text);
  const audiences = wording.audiences === undefined ? null : [...new Set(wording.audiences(state))].sort();
  if (length === 0 && audiences === null) return null;
  const tags = [...new Set(wording.tags?.(state))].sort();
  return { place: wording.place(state), length, words: [...countedLexemes(text), ...tags], audiences };
}

/** Whether a text goes on although its subject changed, for whomever. */
export function isSame(before: Omit<StateWords, "audiences">, after: Omit<StateWords, "audiences">): boolean {
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

/** Texts with a word that one audience may read, in one range of the record. */
interface AudienceRow extends WordRow {
  readonly audience: string;
}

/** A text that begins or goes on: the sequence with which it began, its words, and those who may read it. */
export interface RowText extends Pick<StateWords, "words" | "audiences"> {
  readonly from: number;
}

/** Each word of a list in which those that are repeated stand twice, side by side. */
function each(words: readonly string[]): [word: string, isRepeated: boolean][] {
  return words.flatMap((word, i) => (word === words[i - 1] ? [] : [[word, word === words[i + 1]]]));
}

/** Gathers rows of words from texts that begin and end. */
export class WordRows {
  private readonly rows = new Map<string, WordRow>();
  private readonly audienceRows = new Map<string, AudienceRow>();

  /** A text began. */
  began(type: string, { from, words, audiences }: RowText): void {
    for (const [lexeme, isRepeated] of [["", false] as const, ...each(words)])
      this.row(lexeme, type, from).starts.push(isRepeated ? -from : from);
    this.opened(type, { from, words, audiences }, from);
  }

  /** A text ended with the change of this sequence. */
  ended(type: string, { from, words, audiences }: RowText, by: number): void {
    for (const [lexeme] of [["", false] as const, ...each(words)]) this.row(lexeme, type, by).ends.push(from, by);
    this.closed(type, { from, words, audiences }, by);
  }

  /** A text goes on, since a sequence for others than before. */
  readBy(
    type: string,
    { from, words, audiences }: RowText,
    { others, since }: { others: StateWords["audiences"]; since: number },
  ): void {
    const [before, after] = [new Set(audiences), new Set(others)];
    const [gone, fresh] = [
      (audiences ?? []).filter((a) => !after.has(a)),
      (others ?? []).filter((a) => !before.has(a)),
    ];
    this.closed(type, { from, words, audiences: gone }, since);
    this.opened(type, { from, words, audiences: fresh }, since);
  }

  all(): WordRow[] {
    return [...this.rows.values()];
  }

  allOfAudiences(): AudienceRow[] {
    return [...this.audienceRows.values()];
  }

  private opened(type: string, { from, words, audiences }: RowText, since: number): void {
    for (const audience of audiences ?? [])
      for (const [lexeme] of [["", false] as const, ...each(words)])
        this.audienceRow(audience, { lexeme, type, seq: since }).starts.push(from, since);
  }

  private closed(type: string, { from, words, audiences }: RowText, by: number): void {
    for (const audience of audiences ?? [])
      for (const [lexeme] of [["", false] as const, ...each(words)])
        this.audienceRow(audience, { lexeme, type, seq: by }).ends.push(from, by);
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

  private audienceRow(
    audience: string,
    { lexeme, type, seq }: { lexeme: string; type: string; seq: number },
  ): AudienceRow {
    const from_seq = stretchOf(seq);
    const name = `${audience}\u0000${lexeme}\u0000${type}\u0000${from_seq}`;
    let row = this.audienceRows.get(name);
    if (row === undefined) {
      row = { audience, lexeme, type, from_seq, starts: [], ends: [] };
      this.audienceRows.set(name, row);
    }
    return row;
  }
}
