import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./database.ts";

/** Rows that one statement removes, but for those of one moment: few enough that nobody waits for its locks. */
const REMOVED_AT_ONCE = 1_000;

/** Rows of a table that have served their time. */
export interface OldRows {
  readonly table: string;
  /** Column of the time by which a row is old. An index that begins with it, behind what `where` asks for, gives its old end. */
  readonly column: string;
  /** Moment up to and with which rows are old: milliseconds, or an expression of the database's own clock, fixed for a statement. */
  readonly until: number | SQL;
  /** Further condition, without a subquery. */
  readonly where?: SQL;
  readonly atOnce?: number;
}

/**
 * Removes some old rows from the old end of a table; answers whether there are more. One statement reads the time up to which a page
 * goes, the other deletes what is older: a sharded database takes neither a subquery nor `ctid` nor a clock that moves in a DELETE of
 * all shards.
 */
export async function removeOld(db: Db, old: OldRows): Promise<boolean> {
  const { table, where = sql`true`, atOnce = REMOVED_AT_ONCE } = old;
  const [rows, column] = [sql.identifier(table), sql.identifier(old.column)];
  const expiry = typeof old.until === "number" ? sql`${new Date(old.until).toISOString()}::timestamptz` : old.until;
  const [next] = await db.execute<{ at: string }>(
    sql`SELECT ${column} AS at FROM ${rows} WHERE ${where} AND ${column} <= ${expiry} ORDER BY ${column} LIMIT 1 OFFSET ${atOnce}`,
  );
  const piece = next === undefined ? sql`${column} <= ${expiry}` : sql`${column} <= ${next.at}`;
  await db.execute(sql`DELETE FROM ${rows} WHERE ${where} AND ${piece}`);
  return next !== undefined;
}
