import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "../../record/database.ts";
import { ADD } from "./flush.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Hours are kept apart for this long: what shows the last 24 of them needs no more. */
export const HOURS_KEPT_MS = 2 * DAY_MS;
/** Days are kept apart for a quarter of a year, months for two years. */
export const DAYS_KEPT_MS = 92 * DAY_MS;
const MONTHS_KEPT_MS = 750 * DAY_MS;
/** No process repeats a write after this long without having been started afresh. */
const FLUSHES_KEPT_MS = 30 * DAY_MS;

/** Rows of one transaction: some 0.2 s. */
const PIECE = 5_000;

/**
 * Turns hours that are past into days, days into months, and forgets what is older still: one bounded piece of it. Each piece
 * is a transaction that takes rows away and adds them where they belong, so it can end anywhere and be called again.
 *
 * @param now milliseconds.
 * @returns whether there may be more to do.
 */
export async function rollUpUsage(pool: Pool, now: number): Promise<boolean> {
  const before = (ms: number) => sql`${new Date(now - ms).toISOString()}::timestamptz`;
  const moved = await pool.transaction("write", async (db) => {
    const hours = await db.execute(widened("hour", "day", before(HOURS_KEPT_MS)));
    const days = await db.execute(widened("day", "month", before(DAYS_KEPT_MS)));
    return Math.max(Number(hours[0]?.taken ?? 0), Number(days[0]?.taken ?? 0));
  });
  await pool.execute(sql`DELETE FROM usage_counts WHERE span = 'month' AND starts_at < ${before(MONTHS_KEPT_MS)}`);
  await pool.execute(sql`DELETE FROM usage_flushes WHERE flushed_at < ${before(FLUSHES_KEPT_MS)}`);
  return moved === PIECE;
}

/** Moves the oldest rows of a span to the wider one that they lie in. */
function widened(from: "hour" | "day", to: "day" | "month", before: SQL): SQL {
  return sql`WITH taken AS (
      DELETE FROM usage_counts WHERE (workspace_id, starts_at, span, caller, class, project, mode) IN (
        SELECT workspace_id, starts_at, span, caller, class, project, mode FROM usage_counts
        WHERE span = ${from} AND starts_at < ${before} ORDER BY starts_at LIMIT ${PIECE} FOR UPDATE SKIP LOCKED)
      RETURNING *
    ), added AS (
      INSERT INTO usage_counts AS c (workspace_id, span, starts_at, caller, class, project, mode,
        succeeded, limited, refused, failed, generation_units)
      SELECT workspace_id, ${to}::text, date_trunc(${to}, starts_at, 'UTC'), caller, class, project, mode,
        sum(succeeded), sum(limited), sum(refused), sum(failed), sum(generation_units)
      FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7
      ORDER BY 1, 3, 4, 5, 6, 7 ${ADD}
    )
    SELECT count(*) AS taken FROM taken`;
}
