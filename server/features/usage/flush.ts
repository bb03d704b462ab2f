import { type SQL, sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import type { OperationClass, Outcome } from "../../operation/usage.ts";
import type { Pool } from "../../record/database.ts";

/** Requests of one caller, class, project and mode within an hour. */
export interface CountRow extends Readonly<Record<Outcome | "generationUnits", number>> {
  /** Start of the hour, in milliseconds. */
  readonly hour: number;
  readonly workspaceId: string;
  /** `key:<id>` or `user:<id>`. */
  readonly caller: string;
  readonly class: OperationClass;
  /** Empty for none. */
  readonly project: string;
  readonly mode: Mode;
}

/** Counts of one process that are written together, under a number it uses once. */
export interface Flush {
  readonly process: string;
  readonly number: number;
  readonly rows: readonly CountRow[];
  /** Milliseconds. */
  readonly now: number;
}

/** Rows of one statement: some 2,600 parameters of the 65,535 there may be. */
const PIECE = 200;

/** Adds counts to the stored ones, unless this number of this process was written before; returns false then. */
export async function writeFlush(pool: Pool, { process, number, rows, now }: Flush): Promise<boolean> {
  // Rows are locked in the order of their keys, so that two processes never wait for each other.
  const sorted = [...rows].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return pool.transaction("write", async (db) => {
    const fresh = await db.execute(
      sql`INSERT INTO usage_flushes (process, number, flushed_at) VALUES (${process}, ${number}, ${moment(now)})
          ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (fresh.length === 0) return false;
    const pieces: SQL[] = [];
    for (let at = 0; at < sorted.length; at += PIECE) pieces.push(addition(sorted.slice(at, at + PIECE)));
    await db.finish(pieces);
    return true;
  });
}

function orderOf(row: CountRow): string {
  return `${row.workspaceId} ${row.hour} ${row.caller} ${row.class} ${row.project} ${row.mode}`;
}

/** The statement that adds counts to what there is. */
export function addition(rows: readonly CountRow[]): SQL {
  const values = rows.map(
    (row) =>
      sql`(${row.workspaceId}, 'hour', ${moment(row.hour)}::timestamptz, ${row.caller}, ${row.class}, ${row.project}, ${row.mode},
        ${row.succeeded}::bigint, ${row.limited}::bigint, ${row.refused}::bigint, ${row.failed}::bigint,
        ${row.generationUnits}::bigint)`,
  );
  return sql`INSERT INTO usage_counts AS c (workspace_id, span, starts_at, caller, class, project, mode,
      succeeded, limited, refused, failed, generation_units)
    VALUES ${sql.join(values, sql`, `)} ${ADD}`;
}

/** Conflict clause that adds the counts to an existing row of the same key. */
export const ADD = sql`ON CONFLICT (workspace_id, starts_at, span, caller, class, project, mode) DO UPDATE SET
  succeeded = c.succeeded + excluded.succeeded, limited = c.limited + excluded.limited, refused = c.refused + excluded.refused,
  failed = c.failed + excluded.failed, generation_units = c.generation_units + excluded.generation_units`;

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
