import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { Resource } from "./resource.ts";
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

  /** The statement that writes what waits, if anything does; nothing waits afterwards. */
  take(projectId: string): Statement[] {
    const rows = this.all().flatMap((runs) => {
      let sum = 0;
      return runs.map(({ commit: _, ...run }, index) => {
        sum += run.change;
        return { ...run, is_first: index === 0, sum };
      });
    });
    this.runs = new Map();
    return rows.length === 0 ? [] : [{ text: WRITE_RUNS, values: [projectId, JSON.stringify(rows)] }];
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

/** Writes the runs of any number of commits. The first run of a number goes on in its last row where it goes straight on. */
const WRITE_RUNS = `INSERT INTO subject_counts (project_id, subject_type, facet, from_seq, to_seq, count_before, count_after)
    SELECT $1::text, r.subject_type, r.facet, CASE WHEN goes_on THEN l.from_seq ELSE r.from_seq END, r.to_seq,
      CASE WHEN goes_on THEN l.count_before ELSE coalesce(l.count_after, 0) + r.sum - r.change END, coalesce(l.count_after, 0) + r.sum
    FROM jsonb_to_recordset($2::jsonb) AS r(subject_type text, facet text, from_seq bigint, to_seq bigint, change bigint,
      is_first boolean, sum bigint)
    LEFT JOIN LATERAL (SELECT c.* FROM subject_counts c WHERE c.project_id = $1 AND c.subject_type = r.subject_type
      AND c.facet = r.facet ORDER BY c.from_seq DESC LIMIT 1) l ON true
    CROSS JOIN LATERAL (SELECT coalesce(r.is_first AND l.to_seq + 1 = r.from_seq
      AND l.count_after - l.count_before = sign(r.change) * (l.to_seq - l.from_seq + 1)
      AND r.change = sign(r.change) * (r.to_seq - r.from_seq + 1), false) AS goes_on) g
    ON CONFLICT (project_id, subject_type, facet, from_seq)
    DO UPDATE SET to_seq = excluded.to_seq, count_after = excluded.count_after`;

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
