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
 */
export function leaseSql(quota: Quota, wish: LeaseRequest): SQL {
  const slice = (available: SQL) =>
    sql`least(${available}, greatest(${wish.need}::int, least(${wish.want}::int, ceil(${available} / 4.0)::int)))`;
  const own =
    quota.workspaceId === null
      ? sql`NULL::int`
      : sql`(SELECT w.rate_limit_per_minute FROM workspaces w WHERE w.id = ${quota.workspaceId})`;
  return sql`
    INSERT INTO rate_windows AS r (key, started_at, ends_at, quota, used, granted)
    SELECT ${quota.key}, n.now, n.now + ${quota.windowMs}::int * interval '1 millisecond', q.quota, g.slice, g.slice
    FROM (SELECT clock_timestamp() AS now) n,
      (SELECT coalesce(${own}, ${quota.limit}::int) AS quota) q,
      LATERAL (SELECT ${slice(sql`q.quota`)} AS slice) g
    ON CONFLICT (key) DO UPDATE SET (started_at, ends_at, quota, used, granted) = (
      SELECT CASE WHEN s.ended THEN excluded.started_at ELSE r.started_at END,
        CASE WHEN s.ended THEN excluded.ends_at ELSE r.ends_at END,
        excluded.quota, s.spent + g.slice, g.slice
      FROM (SELECT r.ends_at <= excluded.started_at AS ended,
          CASE WHEN r.ends_at <= excluded.started_at THEN 0 ELSE r.used END AS spent) s,
        LATERAL (SELECT greatest(excluded.quota - s.spent, 0) AS available) a,
        LATERAL (SELECT ${slice(sql`a.available`)} AS slice) g)
    RETURNING granted, quota, greatest(quota - used, 0) AS remaining, started_at,
      (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::int AS ends_in_ms`;
}

/** Returns what was leased and not used, if its window still runs. */
export function returnLeaseSql(key: string, startedAt: string, tokens: number): SQL {
  return sql`UPDATE rate_windows SET used = greatest(used - ${tokens}::int, 0)
    WHERE key = ${key} AND started_at = ${startedAt}::timestamptz`;
}
