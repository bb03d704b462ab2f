import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { Problem } from "../kernel/problem.ts";
import type { Db } from "../record/database.ts";

/** Limit on attempts at a secret for one subject. */
export interface AttemptLimit {
  /** Subject of the count, such as `email:ana@example.com`; stored as a digest. */
  readonly subject: string;
  readonly attempts: number;
}

export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;

/**
 * Counts an attempt against each limit before anything is compared, so that a hundred at once count as a hundred. An exact
 * log in one row each, correct across processes. Throws the 429 when one of them is used up.
 */
export async function beginAttempt(db: Db, limits: readonly AttemptLimit[], now: number): Promise<void> {
  for (const limit of limits) {
    const key = keyOf(limit);
    if ((await count(db, key, now, limit.attempts)) === 0) throw tooMany(await waitFor(db, key, now));
  }
}

/**
 * Adds an attempt to the log of a key, unless there are as many in the window already; returns how many rows tell of it. A first one
 * is added by a statement of its own, because a sharded database takes no subquery behind ON CONFLICT.
 */
async function count(db: Db, key: string, now: number, most: number): Promise<number> {
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const first = await db.execute(
    sql`INSERT INTO sign_in_attempts (key, hits, last_at) VALUES (${key}, ARRAY[${now}::bigint], ${at})
        ON CONFLICT (key) DO NOTHING RETURNING 1`,
  );
  if (first.length > 0) return 1;
  const recent = sql`unnest(hits) AS h WHERE h > ${now - ATTEMPT_WINDOW_MS}::bigint`;
  const further = await db.execute(
    sql`UPDATE sign_in_attempts SET hits = (SELECT coalesce(array_agg(h), '{}') FROM ${recent}) || ${now}::bigint, last_at = ${at}
        WHERE key = ${key} AND (SELECT count(*) FROM ${recent}) < ${most}::int RETURNING 1`,
  );
  return further.length;
}

/** Takes a successful attempt back: signing in is not an offence, however many do it from one office. */
export async function forgiveAttempt(db: Db, limits: readonly AttemptLimit[], now: number): Promise<void> {
  for (const limit of limits) {
    await db.execute(
      sql`UPDATE sign_in_attempts SET hits = array_remove(hits, ${now}::bigint) WHERE key = ${keyOf(limit)}`,
    );
  }
}

async function waitFor(db: Db, key: string, now: number): Promise<number> {
  const [row] = await db.execute<{ oldest: number | null }>(
    sql`SELECT min(h) AS oldest FROM sign_in_attempts, unnest(hits) AS h
        WHERE key = ${key} AND h > ${now - ATTEMPT_WINDOW_MS}::bigint`,
  );
  return (row?.oldest ?? now) + ATTEMPT_WINDOW_MS - now;
}

function keyOf(limit: AttemptLimit): string {
  return createHash("sha256").update(limit.subject).digest("base64url");
}

function tooMany(waitMs: number): Problem {
  return new Problem("rate_limited", {
    message: "Too many attempts: wait before you try again.",
    detail: { violated_policies: ["sign_in"] },
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}
