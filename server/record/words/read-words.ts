import { sql } from "drizzle-orm";
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
  { types, words, seq }: { types: readonly string[]; words: readonly string[]; seq: number },
): Promise<Frequencies> {
  const rows = await db.execute<Columns<"subject_words", "type" | "lexeme"> & { n: number }>(
    sql`SELECT type, lexeme, sum(CASE WHEN from_seq + ${STRETCH - 1} <= ${seq} THEN cardinality(starts) - cardinality(ends) / 2
          ELSE (SELECT count(*) FROM unnest(starts) s WHERE abs(s) <= ${seq})
            - (SELECT count(*) FROM unnest(ends) WITH ORDINALITY e(value, place) WHERE place % 2 = 0 AND value <= ${seq}) END)::bigint AS n
        FROM subject_words WHERE project_id = ${projectId} AND lexeme = ANY(${textArray(words)})
          AND type = ANY(${textArray(types)}) AND from_seq <= ${stretchOf(seq)} GROUP BY type, lexeme`,
  );
  const frequencies = new Map<string, Map<string, number>>();
  for (const { type, lexeme, n } of rows) {
    const own = frequencies.get(type) ?? new Map<string, number>();
    frequencies.set(type, own.set(lexeme, n));
  }
  return frequencies;
}

/** Texts of one type that some audiences may read. */
export interface AudienceTexts {
  readonly type: string;
  readonly audiences: readonly string[];
}

/**
 * Counts the texts with each word that some audiences may read at a sequence, by word. A text for several of them counts several times.
 */
export async function audienceFrequencies(
  db: Db,
  projectId: string,
  { type, audiences }: AudienceTexts,
  { words, seq }: { words: readonly string[]; seq: number },
): Promise<Map<string, number>> {
  const upTo = (column: "starts" | "ends") =>
    sql`(SELECT count(*) FROM unnest(${sql.identifier(column)}) WITH ORDINALITY e(value, place) WHERE place % 2 = 0 AND value <= ${seq})`;
  const rows = await db.execute<Columns<"audience_words", "lexeme"> & { n: number }>(
    sql`SELECT lexeme, sum(CASE WHEN from_seq + ${STRETCH - 1} <= ${seq} THEN (cardinality(starts) - cardinality(ends)) / 2
          ELSE ${upTo("starts")} - ${upTo("ends")} END)::bigint AS n
        FROM audience_words WHERE project_id = ${projectId} AND audience = ANY(${textArray(audiences)})
          AND lexeme = ANY(${textArray(words)}) AND type = ${type} AND from_seq <= ${stretchOf(seq)} GROUP BY lexeme`,
  );
  return new Map(rows.map(({ lexeme, n }) => [lexeme, n]));
}

/** Finds the texts with some words that some audiences may read at a sequence or might before. */
export async function audienceOccurrences(
  db: Db,
  projectId: string,
  { type, audiences }: AudienceTexts,
  { words, seq }: { words: readonly string[]; seq: number },
): Promise<Occurrences[]> {
  if (words.length === 0 || audiences.length === 0) return [];
  const rows = await db.execute<Columns<"audience_words", "lexeme" | "audience"> & { starts: string; ends: string }>(
    sql`SELECT lexeme, audience, string_agg(array_to_string(starts, ','), ',') FILTER (WHERE starts <> '{}') AS starts,
          string_agg(array_to_string(ends, ','), ',') FILTER (WHERE ends <> '{}') AS ends
        FROM audience_words WHERE project_id = ${projectId} AND audience = ANY(${textArray(audiences)})
          AND lexeme = ANY(${textArray(words)}) AND type = ${type} AND from_seq <= ${stretchOf(seq)} GROUP BY lexeme, audience`,
  );
  const byWord = Map.groupBy(rows, ({ lexeme }) => lexeme);
  return [...byWord].map(([lexeme, own]) => {
    const current = new Set<number>();
    const left = new Map<number, number>();
    for (const { starts, ends } of own) {
      const times = new Map<number, number>();
      const pairs = (list: string) => endings(list).filter(({ by }) => by <= seq);
      for (const { from } of pairs(starts)) times.set(from, (times.get(from) ?? 0) + 1);
      for (const { from, by } of pairs(ends)) {
        times.set(from, (times.get(from) ?? 0) - 1);
        left.set(from, Math.max(left.get(from) ?? 0, by));
      }
      for (const [from, n] of times) if (n > 0) current.add(from);
    }
    const ended = [...left].flatMap(([from, by]) => (current.has(from) ? [] : [{ from, by }]));
    return { type, lexeme, current: [...current], ended };
  });
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
    const ended = endings(ends).filter(({ by }) => by <= seq);
    const gone = new Set(ended.map(({ from }) => from));
    return { type, lexeme, current: beginnings(starts).filter((from) => from <= seq && !gone.has(from)), ended };
  });
}

/** Texts with a word: when each began, and whether it repeats the word. */
export interface Beginnings {
  readonly lexeme: string;
  /** Negative for a text that repeats the word. */
  readonly starts: readonly number[];
}

/** Finds when the texts of a type began that have or had some words, up to a sequence, the earliest first. */
export async function wordBeginnings(
  db: Db,
  projectId: string,
  { type, words, seq }: { type: string; words: readonly string[]; seq: number },
): Promise<Beginnings[]> {
  if (words.length === 0) return [];
  const rows = await db.execute<Columns<"subject_words", "lexeme"> & { starts: string | null }>(
    sql`SELECT w.lexeme, string_agg(array_to_string(starts, ','), ',' ORDER BY from_seq) FILTER (WHERE starts <> '{}') AS starts
        FROM unnest(${textArray(words)}) AS k(lexeme)
        JOIN subject_words w ON w.project_id = ${projectId} AND w.lexeme = k.lexeme AND w.type = ${type}
          AND w.from_seq <= ${stretchOf(seq)}
        GROUP BY w.lexeme`,
  );
  return rows.map(({ lexeme, starts }) => ({ lexeme, starts: numbers(starts) }));
}

/** Texts of a type that began after a sequence and up to another, in their order. */
export function textsBetween(
  db: Db,
  projectId: string,
  { type, after, upTo, atMost }: { type: string; after: number; upTo: number; atMost: number },
): Promise<TextRow[]> {
  return db.execute<TextRow & Record<string, unknown>>(
    sql`SELECT type, id, valid_from_seq, place, length FROM subject_texts WHERE project_id = ${projectId}
          AND valid_from_seq > ${after} AND valid_from_seq <= ${upTo} AND type = ${type} ORDER BY valid_from_seq LIMIT ${atMost}`,
  );
}

/** Texts of a type that ended after a sequence and up to another. */
export async function textEndings(
  db: Db,
  projectId: string,
  { type, after, upTo }: { type: string; after: number; upTo: number },
): Promise<{ from: number; by: number }[]> {
  const rows = await db.execute<{ ends: string }>(
    sql`SELECT array_to_string(ends, ',') AS ends FROM subject_words WHERE project_id = ${projectId} AND lexeme = '' AND type = ${type}
          AND from_seq >= ${stretchOf(after)} AND from_seq <= ${stretchOf(upTo)} AND ends <> '{}'`,
  );
  return rows.flatMap(({ ends }) => endings(ends)).filter(({ by }) => by > after && by <= upTo);
}

/** The index of words of a project as it is now; null where there is none. */
export async function wordEdition(db: Db, projectId: string): Promise<string | null> {
  const [index] = await db.execute<Columns<"word_indexes", "edition">>(
    sql`SELECT edition FROM word_indexes WHERE project_id = ${projectId}`,
  );
  return index?.edition ?? null;
}

/** The beginnings of texts of some subjects, past ones included. */
export async function beginningsOf(
  db: Db,
  projectId: string,
  { type, ids, seq }: { type: string; ids: readonly string[]; seq: number },
): Promise<{ id: string; from: number }[]> {
  if (ids.length === 0) return [];
  const rows = await db.execute<Columns<"subject_texts", "id" | "valid_from_seq">>(
    sql`SELECT id, valid_from_seq FROM subject_texts
        WHERE project_id = ${projectId} AND type = ${type} AND id = ANY(${textArray(ids)}) AND valid_from_seq <= ${seq}`,
  );
  return rows.map(({ id, valid_from_seq }) => ({ id, from: valid_from_seq }));
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

/** A text with those of some words that it has, and until when it was said. */
export interface SaidText {
  readonly type: string;
  readonly id: string;
  readonly valid_from_seq: number;
  readonly valid_to_seq: number;
  readonly words: readonly string[];
}

/** Texts of a type that began with some sequences or are of some subjects, by the sequence at the latest; of their words those asked for. */
export async function textsSaid(
  db: Db,
  projectId: string,
  { type, ids, froms }: { type: string; ids: readonly string[]; froms: readonly number[] },
  { words, seq }: { words: readonly string[]; seq: number },
): Promise<SaidText[]> {
  if (ids.length === 0 && froms.length === 0) return [];
  const columns = sql`t.type, t.id, t.valid_from_seq, t.valid_to_seq,
    ARRAY(SELECT DISTINCT w FROM unnest(t.words) w WHERE w = ANY(${textArray(words)})) AS words`;
  return db.execute<SaidText & Record<string, unknown>>(
    sql`SELECT ${columns} FROM subject_texts t WHERE t.project_id = ${projectId} AND t.type = ${type} AND t.id = ANY(${textArray(ids)})
          AND t.valid_from_seq <= ${seq}
        UNION SELECT ${columns} FROM unnest(${textArray(froms.map(String))}::bigint[]) AS k(seq)
          CROSS JOIN LATERAL (SELECT * FROM subject_texts WHERE project_id = ${projectId} AND valid_from_seq = k.seq OFFSET 0) t`,
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

/** Beginnings of texts, whether or not they repeat the word. */
function beginnings(list: string | null): number[] {
  return numbers(list).map(Math.abs);
}

/** Texts that ended: the sequence at which each began, and the one that ended it. */
function endings(list: string | null): { from: number; by: number }[] {
  const pairs = numbers(list);
  return Array.from({ length: pairs.length / 2 }, (_, i) => ({ from: pairs[2 * i] ?? 0, by: pairs[2 * i + 1] ?? 0 }));
}

function numbers(list: string | null): number[] {
  return list === null ? [] : list.split(",").map(Number);
}
