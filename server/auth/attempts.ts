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
    const since = now - ATTEMPT_WINDOW_MS;
    const recent = sql`unnest(a.hits) AS h WHERE h > ${since}::bigint`;
    const counted = await db.execute(
      sql`INSERT INTO sign_in_attempts AS a (key, hits, last_at)
          VALUES (${key}, ARRAY[${now}::bigint], ${new Date(now).toISOString()})
          ON CONFLICT (key) DO UPDATE
          SET hits = (SELECT coalesce(array_agg(h), '{}') FROM ${recent}) || excluded.hits, last_at = excluded.last_at
          WHERE (SELECT count(*) FROM ${recent}) < ${limit.attempts}::int RETURNING 1`,
    );
    if (counted.length === 0) throw tooMany(await waitFor(db, key, now));
  }
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
