import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";

/** Rows that one statement removes, but for those of one moment: few enough that nobody waits for its locks. */
const REMOVED_AT_ONCE = 1_000;

/**
 * Removes some rows of a table that were made before a time in milliseconds, from the old end of its index by `created_at`:
 * what is older than some moment, which a sharded database deletes without gathering rows. Answers whether there are more.
 */
export async function removeOld(db: Db, table: string, before: number, atOnce = REMOVED_AT_ONCE): Promise<boolean> {
  const expiry = new Date(before).toISOString();
  const rows = sql.identifier(table);
  const [next] = await db.execute<{ created_at: string }>(
    sql`SELECT created_at FROM ${rows} WHERE created_at < ${expiry} ORDER BY created_at LIMIT 1 OFFSET ${atOnce}`,
  );
  const piece = next === undefined ? sql`created_at < ${expiry}` : sql`created_at <= ${next.created_at}`;
  await db.execute(sql`DELETE FROM ${rows} WHERE ${piece}`);
  return next !== undefined;
}
