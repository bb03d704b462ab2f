import { type SQL, sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import type { OperationClass } from "../../operation/usage.ts";
import type { Db } from "../../record/database.ts";
import { monthOf } from "./forecast.ts";

/** Requests by how they ended, and what they generated. */
export interface Counts {
  readonly requests: number;
  readonly succeeded: number;
  readonly limited: number;
  readonly refused: number;
  readonly failed: number;
  readonly generation_units: number;
}

/** Filter on the requests whose usage is read. */
export interface UsageFilter {
  readonly workspaceId: string;
  /** Milliseconds; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly modes: readonly Mode[];
  readonly caller?: string;
  readonly class?: OperationClass;
  readonly project?: string;
}

/** Properties that usage can be grouped by: `none` sums everything into one row. */
export type Grouping = "none" | "key" | "class" | "project" | "mode";

/** Counts of one group within one hour, day or month. */
export interface UsageRow extends Counts {
  readonly group: string;
  /** Start of the span, in milliseconds. */
  readonly startsAt: number;
}

const COLUMN: Record<Grouping, SQL> = {
  none: sql`''`,
  key: sql`caller`,
  class: sql`class`,
  project: sql`project`,
  mode: sql`mode`,
};

const SUMS = sql`sum(succeeded) AS succeeded, sum(limited) AS limited, sum(refused) AS refused, sum(failed) AS failed,
  sum(generation_units) AS generation_units`;

interface SumRow extends Record<string, unknown> {
  group: string;
  starts_at: string;
  succeeded: string;
  limited: string;
  refused: string;
  failed: string;
  generation_units: string;
}

/**
 * Reads the usage of a period, summed by group and by hour or day (UTC). Old usage is stored by its day or month only,
 * and returned by them.
 */
export async function readUsage(db: Db, chosen: UsageFilter, by: Grouping, unit: "hour" | "day"): Promise<UsageRow[]> {
  const rows = await db.execute<SumRow>(
    sql`SELECT ${COLUMN[by]} AS "group", date_trunc(${unit}, starts_at, 'UTC') AS starts_at, ${SUMS}
        FROM usage_counts WHERE ${conditions(chosen)} GROUP BY 1, 2 ORDER BY 2, 1`,
  );
  return rows.map((row) => ({ group: row.group, startsAt: new Date(row.starts_at).getTime(), ...toCounts(row) }));
}

/** Reads the usage of live and test data in the calendar month of a moment. */
export async function usedInMonth(db: Db, workspaceId: string, now: number): Promise<Record<Mode, Counts>> {
  const rows = await readUsage(db, { workspaceId, ...monthOf(now), modes: ["live", "test"] }, "mode", "day");
  const of = (mode: Mode) => addCounts(rows.filter(({ group }) => group === mode));
  return { live: of("live"), test: of("test") };
}

/** The sum of several counts. */
export function addCounts(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => counts.reduce((total, each) => total + each[name], 0);
  return {
    requests: sum("requests"),
    succeeded: sum("succeeded"),
    limited: sum("limited"),
    refused: sum("refused"),
    failed: sum("failed"),
    generation_units: sum("generation_units"),
  };
}

function toCounts(row: SumRow): Counts {
  const [succeeded, limited, refused, failed] = [row.succeeded, row.limited, row.refused, row.failed].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const requests = succeeded + limited + refused + failed;
  return { requests, succeeded, limited, refused, failed, generation_units: Number(row.generation_units) };
}

function conditions(chosen: UsageFilter): SQL {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const all = [
    sql`workspace_id = ${chosen.workspaceId}`,
    sql`starts_at >= ${at(chosen.from)}`,
    sql`starts_at < ${at(chosen.to)}`,
    sql`mode IN (${sql.join(
      chosen.modes.map((mode) => sql`${mode}`),
      sql`, `,
    )})`,
  ];
  if (chosen.caller !== undefined) all.push(sql`caller = ${chosen.caller}`);
  if (chosen.class !== undefined) all.push(sql`class = ${chosen.class}`);
  if (chosen.project !== undefined) all.push(sql`project = ${chosen.project}`);
  return sql.join(all, sql` AND `);
}
