import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../database.ts";

/** Rows of which the first are read. */
interface AskedRows {
  readonly columns: SQL;
  /** Tables and conditions, from `FROM` on. */
  readonly from: SQL;
  readonly order: SQL;
  readonly limit: number;
}

/** Reads the first of some rows, and how many there are: they are counted only where there may be more. */
export async function firstRows<Row extends Record<string, unknown>>(
  db: Db,
  { columns, from, order, limit }: AskedRows,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await db.execute<Row>(sql`SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${limit}`);
  if (rows.length < limit) return { rows, total: rows.length };
  const [count] = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total ${from}`);
  return { rows, total: count?.total ?? rows.length };
}
