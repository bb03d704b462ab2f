import { type SQL, sql } from "drizzle-orm";
import type { Columns } from "../database.ts";
import { type Db, textArray } from "../database.ts";
import { STRETCH, stretchOf } from "./word-rows.ts";

/**
 * Number of texts of each type that have a word at a sequence: by type, then by word. The empty word is in all of them.
 */
export type Frequencies = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A word in a text that had begun by a sequence. */
export interface Occurrences {
  readonly type: string;
  readonly lexeme: string;
  /** The sequences with which the texts began that say it then. */
  readonly current: readonly number[];
  /** Texts that had ended: the sequence at which each began, and the one that ended it. */
  readonly ended: readonly { from: number; by: number }[];
}

/** Counts the texts that have each word at a sequence, from an index that has come that far. */
export async function wordFrequencies(
  db: Db,
  projectId: string,
  words: readonly string[],
  seq: number,
): Promise<Frequencies> {
  const rows = await db.execute<Columns<"subject_words", "type" | "lexeme"> & { n: number }>(
    sql`SELECT type, lexeme, sum(CASE WHEN from_seq + ${STRETCH - 1} <= ${seq} THEN cardinality(starts) - cardinality(ends) / 2
          ELSE (SELECT count(*) FROM unnest(starts) s WHERE s <= ${seq})
            - (SELECT count(*) FROM unnest(ends) WITH ORDINALITY e(value, place) WHERE place % 2 = 0 AND value <= ${seq}) END)::bigint AS n
        FROM subject_words WHERE project_id = ${projectId} AND lexeme = ANY(${textArray(words)})
          AND from_seq <= ${stretchOf(seq)} GROUP BY type, lexeme`,
  );
  const frequencies = new Map<string, Map<string, number>>();
  for (const { type, lexeme, n } of rows) {
    const own = frequencies.get(type) ?? new Map<string, number>();
    frequencies.set(type, own.set(lexeme, n));
  }
  return frequencies;
}

/** Finds the texts that have or had some words, as of a sequence that the index has reached. */
export async function wordOccurrences(
  db: Db,
  projectId: string,
  words: readonly { type: string; lexeme: string }[],
  seq: number,
): Promise<Occurrences[]> {
  if (words.length === 0) return [];
  // Numbers joined by the server and split here: the driver reads arrays a character at a time.
  const rows = await db.execute<Columns<"subject_words", "type" | "lexeme"> & { starts: string; ends: string }>(
    sql`SELECT w.type, w.lexeme, string_agg(array_to_string(starts, ','), ',') FILTER (WHERE starts <> '{}') AS starts,
          string_agg(array_to_string(ends, ','), ',') FILTER (WHERE ends <> '{}') AS ends
        FROM unnest(${textArray(words.map(({ type }) => type))}, ${textArray(words.map(({ lexeme }) => lexeme))}) AS k(type, lexeme)
        JOIN subject_words w ON w.project_id = ${projectId} AND w.lexeme = k.lexeme AND w.type = k.type
          AND w.from_seq <= ${stretchOf(seq)}
        GROUP BY w.type, w.lexeme`,
  );
  return rows.map(({ type, lexeme, starts, ends }) => {
    const pairs = numbers(ends);
    const ended: { from: number; by: number }[] = [];
    for (let i = 0; i < pairs.length; i += 2) {
      const by = pairs[i + 1] ?? 0;
      if (by <= seq) ended.push({ from: pairs[i] ?? 0, by });
    }
    const gone = new Set(ended.map(({ from }) => from));
    return { type, lexeme, current: numbers(starts).filter((from) => from <= seq && !gone.has(from)), ended };
  });
}

/** Row of the index for a text. */
export interface TextRow {
  readonly type: string;
  readonly id: string;
  readonly valid_from_seq: number;
  readonly place: string | null;
  readonly length: number;
}

/** Texts by the sequences with which they began. */
export async function textsFrom(db: Db, projectId: string, seqs: readonly number[]): Promise<TextRow[]> {
  if (seqs.length === 0) return [];
  return db.execute<TextRow & Record<string, unknown>>(
    sql`SELECT t.type, t.id, t.valid_from_seq, t.place, t.length FROM unnest(${textArray(seqs.map(String))}::bigint[]) AS w(seq)
        CROSS JOIN LATERAL (SELECT * FROM subject_texts
          WHERE project_id = ${projectId} AND valid_from_seq = w.seq OFFSET 0) t`,
  );
}

/** A text with its words, and until when it was said. */
export interface SaidText {
  readonly type: string;
  readonly valid_from_seq: number;
  readonly valid_to_seq: number;
  readonly words: readonly string[];
}

/** Texts that had begun by a sequence and fulfil a condition; in it they are `t`, with `type`, `id` and `place`. */
export function textsWhere(db: Db, projectId: string, seq: number, condition: SQL): Promise<SaidText[]> {
  return db.execute<SaidText & Record<string, unknown>>(
    sql`SELECT t.type, t.valid_from_seq, t.valid_to_seq, t.words FROM subject_texts t
        WHERE t.project_id = ${projectId} AND t.valid_from_seq <= ${seq} AND (${condition})`,
  );
}

/** The last changes of what subjects of a type say: each with the sequence that ended what they said before. */
export async function lastEndings(
  db: Db,
  projectId: string,
  { type, ids, seq, atMost }: { type: string; ids: readonly string[]; seq: number; atMost: number },
): Promise<{ id: string; by: number }[]> {
  const rows = await db.execute<Columns<"subject_texts", "id" | "valid_to_seq">>(
    sql`SELECT t.id, t.valid_to_seq FROM unnest(${textArray(ids)}) AS w(id)
        CROSS JOIN LATERAL (SELECT id, valid_to_seq FROM subject_texts WHERE project_id = ${projectId}
          AND type = ${type} AND id = w.id AND valid_to_seq < ${seq} ORDER BY valid_from_seq DESC LIMIT ${atMost}) t`,
  );
  return rows.map(({ id, valid_to_seq }) => ({ id, by: valid_to_seq + 1 }));
}

function numbers(list: string | null): number[] {
  return list === null ? [] : list.split(",").map(Number);
}
