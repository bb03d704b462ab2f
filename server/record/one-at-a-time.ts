import { sql } from "drizzle-orm";
import type { Pool } from "./database.ts";

/** The advisory lock of chores: a number nothing else in the database uses. */
const CHORES = 7_350_412;

/**
 * Does chores unless another process on the same database is doing them. The lock belongs to a transaction that does nothing
 * else, so it is free again when the process is gone, and a pooler can stand between.
 */
export async function oneAtATime(pool: Pool, chores: () => Promise<unknown>): Promise<boolean> {
  return pool.transaction("snapshot", async (db) => {
    const [row] = await db.execute<{ free: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${CHORES}) AS free`);
    if (row?.free !== true) return false;
    await chores();
    return true;
  });
}
