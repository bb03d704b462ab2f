import { type SQL, sql } from "drizzle-orm";

/** A bucket of requests, shared by all processes through its row. */
export interface Quota {
  readonly key: string;
  /** Most that a window admits. */
  readonly limit: number;
  readonly windowMs: number;
  /** A workspace whose own limit, when it has one, replaces `limit`. */
  readonly workspaceId: string | null;
}

/** Grant from the shared row. */
export interface LeaseRow extends Record<string, unknown> {
  granted: number;
  quota: number;
  remaining: number;
  started_at: string;
  ends_in_ms: number;
}

/** Request of one process: units needed by waiting callers, and units wanted in stock. */
export interface LeaseRequest {
  readonly need: number;
  readonly want: number;
}

/**
 * Takes a slice of the bucket's window, or of a new one when it has ended, in one statement. The row's lock makes
 * processes take turns, and time is the database's, so that neither a race nor a wrong clock admits too much.
 *
 * Beyond what waits, a slice is at most a quarter of what is left: the last requests of a window are not stranded in a
 * process that does not use them.
 *
 * A sharded database sends the statement to its nodes as it is: it reads a table, its time is that of the statement, and what comes
 * after a conflict has no subquery.
 */
export function leaseSql(quota: Quota, wish: LeaseRequest): SQL {
  const slice = (available: SQL) =>
    sql`least(${available}, greatest(${wish.need}::int, least(${wish.want}::int, ceil(${available} / 4.0)::int)))`;
  const limit = sql`coalesce(w.rate_limit_per_minute, ${quota.limit}::int)`;
  const hasEnded = sql`r.ends_at <= excluded.started_at`;
  const spent = sql`CASE WHEN ${hasEnded} THEN 0 ELSE r.used END`;
  const left = slice(sql`greatest(excluded.quota - ${spent}, 0)`);
  return sql`
    INSERT INTO rate_windows AS r (key, started_at, ends_at, quota, used, granted)
    SELECT ${quota.key}::text, now(), now() + ${quota.windowMs}::int * interval '1 millisecond', ${limit}, ${slice(limit)}, ${slice(limit)}
    FROM (VALUES (1)) one LEFT JOIN workspaces w ON w.id = ${quota.workspaceId ?? ""}::text
    ON CONFLICT (key) DO UPDATE SET
      started_at = CASE WHEN ${hasEnded} THEN excluded.started_at ELSE r.started_at END,
      ends_at = CASE WHEN ${hasEnded} THEN excluded.ends_at ELSE r.ends_at END,
      quota = excluded.quota, used = ${spent} + ${left}, granted = ${left}
    RETURNING granted, quota, greatest(quota - used, 0) AS remaining, started_at,
      (extract(epoch FROM ends_at - now()) * 1000)::int AS ends_in_ms`;
}

/** Returns what was leased and not used, if its window still runs. */
export function returnLeaseSql(key: string, startedAt: string, tokens: number): SQL {
  return sql`UPDATE rate_windows SET used = greatest(used - ${tokens}::int, 0)
    WHERE key = ${key} AND started_at = ${startedAt}::timestamptz`;
}
