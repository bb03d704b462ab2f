import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { insertRows } from "./append.ts";
import type { Db } from "./database.ts";
import type { CountRow, LastCounts } from "./known-counts.ts";
import type { Resource } from "./resource.ts";
import { FEW_ROWS, insertValues } from "./row-values.ts";
import type { Statement } from "./statement.ts";

/** Subjects whose number is kept: all of a type, or those with one value in the column by which the type is counted. */
export interface CountKey {
  /** The type of the subjects. */
  readonly subject: string;
  /** The value; empty for all. */
  readonly facet: string;
}

/** Development of a number in one range of the record. */
interface Run {
  readonly subject_type: string;
  readonly facet: string;
  readonly from_seq: number;
  to_seq: number;
  change: number;
  /** Sequence of the range's commit; of the last one, where it covers several. */
  commit: number;
}

/**
 * Development of the numbers of subjects over commits, in as few ranges as express it exactly: one for each commit, and
 * one for all that follow each other where every sequence counted the same way, as the creations of a load do. The
 * ranges follow from the events alone, however commits were gathered into transactions.
 */
export class CountRuns {
  private runs = new Map<string, Run[]>();

  /** Takes one change; changes come in the order of their sequences. */
  add(
    { type, countedBy }: Pick<Resource, "type" | "countedBy">,
    { commit, seq }: { commit: number; seq: number },
    before: JsonObject | null,
    after: JsonObject | null,
  ): void {
    if (countedBy === null) return;
    const existed = Number(after !== null) - Number(before !== null);
    if (existed !== 0) this.step(type, "", commit, seq, existed);
    const [from, to] = [before?.[countedBy], after?.[countedBy]];
    if (from === to) return;
    if (before !== null) this.step(type, String(from), commit, seq, -1);
    if (after !== null) this.step(type, String(to), commit, seq, 1);
  }

  /**
   * The statements that write what waits; nothing waits afterwards. The first range of a number goes on in its last row where it goes
   * straight on. The last rows that `known` does not have are read first, so that the numbers are plain values; it has the new ones
   * afterwards.
   */
  async take(db: Db, projectId: string, known: LastCounts): Promise<(SQL | Statement)[]> {
    const runs = this.all();
    this.runs = new Map();
    await readLast(
      db,
      projectId,
      runs.flatMap(([first]) => first ?? []),
      known,
    );
    const rows = runs.flatMap((ofNumber) => writtenRows(projectId, ofNumber, known));
    if (rows.length === 0) return [];
    return rows.length <= FEW_ROWS
      ? [insertValues("subject_counts", rows, GOES_ON)]
      : [sql`${insertRows("subject_counts", rows)} ${sql.raw(GOES_ON)}`];
  }

  /** The rows of the table, where these are all changes that there ever were. */
  rows(projectId: string): JsonObject[] {
    return this.all().flatMap((runs) => {
      let count = 0;
      return runs.map(({ commit: _, change, ...run }) => {
        count += change;
        return { project_id: projectId, ...run, count_before: count - change, count_after: count };
      });
    });
  }

  private step(subjectType: string, facet: string, commit: number, seq: number, change: number): void {
    const name = `${subjectType}:${facet}`;
    const runs = this.runs.get(name) ?? [];
    this.runs.set(name, runs);
    const last = runs.at(-1);
    if (last?.commit === commit) {
      last.to_seq = seq;
      last.change += change;
      return;
    }
    joinLast(runs);
    runs.push({ subject_type: subjectType, facet, from_seq: seq, to_seq: seq, change, commit });
  }

  private all(): Run[][] {
    const all = [...this.runs.values()];
    for (const runs of all) joinLast(runs);
    return all;
  }
}

/** Makes one of the last two runs, when the last is whole and goes straight on. */
function joinLast(runs: Run[]): void {
  const [before, last] = runs.slice(-2);
  if (before === undefined || last === undefined) return;
  if (!isStraight(before) || !isStraight(last)) return;
  if (before.to_seq + 1 !== last.from_seq || Math.sign(before.change) !== Math.sign(last.change)) return;
  runs.pop();
  before.to_seq = last.to_seq;
  before.change += last.change;
  before.commit = last.commit;
}

/** Whether the number went by one with every sequence, all in one direction: then it is known at each of them. */
function isStraight({ from_seq, to_seq, change }: Run): boolean {
  return Math.abs(change) === to_seq - from_seq + 1;
}

const GOES_ON = ` ON CONFLICT (project_id, subject_type, facet, from_seq)
  DO UPDATE SET to_seq = excluded.to_seq, count_after = excluded.count_after`;

/** Name of a number in {@link LastCounts}. */
const nameOf = ({ subject_type, facet }: Pick<Run, "subject_type" | "facet">): string => `${subject_type}:${facet}`;

/** Numbers of which the last rows are asked for by a statement each; a sharded PostgreSQL keeps its plan. */
const FEW_NUMBERS = 4;

const LAST_COLUMNS = "subject_type, facet, from_seq, to_seq, count_before, count_after";
const LAST_ROW = `SELECT ${LAST_COLUMNS} FROM subject_counts
  WHERE project_id = $1 AND subject_type = $2 AND facet = $3 ORDER BY from_seq DESC LIMIT 1`;
const LAST_ROWS = `SELECT l.* FROM unnest($2::text[], $3::text[]) AS k(subject_type, facet) CROSS JOIN LATERAL (
  SELECT ${LAST_COLUMNS} FROM subject_counts c WHERE c.project_id = $1 AND c.subject_type = k.subject_type AND c.facet = k.facet
  ORDER BY c.from_seq DESC LIMIT 1) l`;

/** Reads the last rows of numbers that are not known. */
async function readLast(db: Db, projectId: string, numbers: readonly Run[], known: LastCounts): Promise<void> {
  const missing = numbers.filter((number) => !known.has(nameOf(number)));
  if (missing.length === 0) return;
  type LastRow = CountRow & Pick<Run, "subject_type" | "facet"> & Record<string, unknown>;
  const texts = (column: "subject_type" | "facet") => missing.map((number) => number[column]);
  const answers =
    missing.length <= FEW_NUMBERS
      ? missing.map(({ subject_type, facet }) =>
          db.execute<LastRow>({ text: LAST_ROW, values: [projectId, subject_type, facet] }),
        )
      : [db.execute<LastRow>({ text: LAST_ROWS, values: [projectId, texts("subject_type"), texts("facet")] })];
  for (const number of missing) known.set(nameOf(number), null);
  for (const row of (await Promise.all(answers)).flat()) known.set(nameOf(row), row);
}

/** The rows that the ranges of one number become behind its last one, which they replace in `known`. */
function writtenRows(projectId: string, runs: readonly Run[], known: LastCounts): JsonObject[] {
  const [first] = runs;
  if (first === undefined) return [];
  const last = known.get(nameOf(first)) ?? null;
  let count = last?.count_after ?? 0;
  let written: CountRow | null = last;
  const rows = runs.map(({ subject_type, facet, from_seq, to_seq, change }, index) => {
    const own = { from_seq, to_seq, count_before: count, count_after: count + change };
    count += change;
    written = index === 0 && last !== null && goesOn(last, own) ? { ...last, to_seq, count_after: count } : own;
    return { project_id: projectId, subject_type, facet, ...written };
  });
  // Behind those that were not used.
  known.delete(nameOf(first));
  known.set(nameOf(first), written);
  return rows;
}

/** Whether a number goes straight on behind its last row, by one with every sequence in the same direction. */
function goesOn(last: CountRow, next: CountRow): boolean {
  const [before, change] = [last, next].map(({ count_before, count_after }) => count_after - count_before);
  const direction = Math.sign(change ?? 0);
  return (
    last.to_seq + 1 === next.from_seq &&
    before === direction * (last.to_seq - last.from_seq + 1) &&
    change === direction * (next.to_seq - next.from_seq + 1)
  );
}

/**
 * Selects as `total` how many there are, by one look-up. `counted` selects the rows themselves: they are counted for a sequence
 * in the midst of a commit that both made and ended some, and for no other.
 */
export function keptTotal(
  projectId: string,
  { subject, facet }: CountKey,
  atSeq: number | SQL | null,
  counted: SQL,
): SQL {
  const kept = sql`FROM subject_counts c WHERE c.project_id = ${projectId} AND c.subject_type = ${subject} AND c.facet = ${facet}`;
  const order = sql`ORDER BY c.from_seq DESC LIMIT 1`;
  if (atSeq === null) return sql`SELECT coalesce((SELECT c.count_after ${kept} ${order}), 0) AS total`;
  const last = sql`SELECT c.* ${kept} AND c.from_seq <= ${atSeq} ${order}`;
  const change = sql`(last.count_after - last.count_before)`;
  return sql`SELECT CASE WHEN last.from_seq IS NULL THEN 0 WHEN last.to_seq <= ${atSeq} THEN last.count_after
      WHEN abs(${change}) = last.to_seq - last.from_seq + 1
        THEN last.count_before + sign(${change})::bigint * (${atSeq} - last.from_seq + 1)
      ELSE (SELECT count(*) FROM (${counted}) counted) END AS total
    FROM (SELECT) one LEFT JOIN (${last}) last ON true`;
}
