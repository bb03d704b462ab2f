import { type SQL, sql } from "drizzle-orm";
import { announceWork, at } from "../../leases/leased-rows.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Database, jsonb } from "../../record/database.ts";
import type { MadeAttempt } from "./attempt.ts";
import { DELIVERY_WORK } from "./deliveries.ts";
import { type DeliveryTimings, type FailureStreak, isExhausted } from "./schedule.ts";

/** Attempt whose outcome is about to be written. */
export interface Settlement {
  readonly id: string;
  /**
   * Fence of the lease under which the attempt was made: nothing is written when another process has taken the delivery
   * on since.
   */
  readonly fence: number;
  readonly webhookId: string;
  readonly isTest: boolean;
  /** Whether a person asked for it, and when, as the row said; null for one that the schedule asked for. */
  readonly manualAt: string | null;
  readonly made: MadeAttempt;
  /**
   * Moment of the next attempt by the schedule, in milliseconds since the epoch; null when the schedule asks for none.
   */
  readonly nextAt: number | null;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
}

/** A webhook whose failures have lasted too long. */
export interface SettleResult {
  readonly exhausted: readonly string[];
}

/**
 * Writes outcomes of one project in one transaction: the deliveries, their attempts, and the delivery health of their
 * webhooks. An outcome whose lease is gone is left out entirely.
 */
export async function settle(
  database: Pick<Database, "writes">,
  projectId: string,
  settlements: readonly Settlement[],
  timings: DeliveryTimings,
): Promise<SettleResult> {
  return database.writes.transaction("write", async (db) => {
    const written = await db.execute<Columns<"webhook_deliveries", "id" | "due_at"> & { number: number }>(
      updateDeliveries(projectId, settlements),
    );
    const numbers = new Map(written.map(({ id, number }) => [id, number]));
    const kept = settlements.filter(({ id }) => numbers.has(id));
    if (kept.length === 0) return { exhausted: [] };
    const last: SQL[] = [
      insertRows(
        "webhook_attempts",
        kept.map((each) => attemptRow(projectId, each, numbers.get(each.id) ?? 0)),
      ),
    ];
    const dues = written.flatMap(({ due_at }) => (due_at === null ? [] : [Date.parse(due_at)]));
    const counted = [
      ...Map.groupBy(
        kept.filter(({ isTest }) => !isTest),
        ({ webhookId }) => webhookId,
      ),
    ].sort(([a], [b]) => (a < b ? -1 : 1));
    const standings = counted.map(([webhookId, each]) => updateStanding(projectId, webhookId, each, timings));
    // The row of the project's work is locked last, because those who plan its next deliveries wait for it.
    if (dues.length > 0) last.push(announceWork(projectId, DELIVERY_WORK, Math.min(...dues)));
    const rows = await db.finish([...standings, ...last]);
    const exhausted = counted.flatMap(([webhookId], index) => {
      const [row] = rows[index] ?? [];
      return row !== undefined && isExhausted(streakOf(row), timings) ? [webhookId] : [];
    });
    return { exhausted };
  });
}

function streakOf({ failing_since, last_failure_at }: Record<string, unknown>): FailureStreak {
  const read = (moment: unknown) => (typeof moment === "string" ? Date.parse(moment) : null);
  return { since: read(failing_since), last: read(last_failure_at) };
}

/**
 * Updates deliveries after their attempts. An attempt that a person asked for leaves the schedule as it is; an attempt
 * asked for while this one was under way is still made, unless this one succeeded. A delivery that was cancelled
 * meanwhile stays cancelled, unless it arrived.
 */
function updateDeliveries(projectId: string, settlements: readonly Settlement[]): SQL {
  const rows = settlements.map(({ id, fence, manualAt, made, nextAt, endedAt }) => ({
    id,
    fence,
    ok: made.isSuccess,
    manual: manualAt !== null,
    seen: manualAt,
    final: made.isAborted || made.stops !== null,
    next: nextAt === null ? null : new Date(nextAt).toISOString(),
    status: made.status,
    message: made.message,
    started: new Date(made.startedAt).toISOString(),
    ended: new Date(endedAt).toISOString(),
  }));
  const scheduled = sql`CASE WHEN r.ok OR r.final OR d.status <> 'pending' THEN NULL
    WHEN r.manual THEN d.scheduled_at ELSE r.next END`;
  const manual = sql`CASE WHEN NOT r.ok AND d.manual_at IS DISTINCT FROM r.seen THEN d.manual_at END`;
  const status = sql`CASE WHEN r.ok THEN 'delivered' WHEN d.status <> 'pending' THEN d.status
    WHEN (${scheduled}) IS NULL THEN 'failed' ELSE 'pending' END`;
  return sql`UPDATE webhook_deliveries d SET tries = d.tries + 1, step = d.step + CASE WHEN r.manual THEN 0 ELSE 1 END,
      status = ${status}, scheduled_at = ${scheduled}, manual_at = ${manual},
      due_at = least(${scheduled}, ${manual}), lease_until = NULL, holder = NULL,
      last_status = r.status, last_error = r.message, last_attempt_at = r.started,
      finished_at = CASE WHEN (${status}) = 'pending' THEN NULL WHEN r.ok OR d.status = 'pending' THEN r.ended
        ELSE d.finished_at END
    FROM jsonb_to_recordset(${jsonb(rows)}) AS r(id text, fence bigint, ok boolean, manual boolean, seen timestamptz,
      final boolean, next timestamptz, status int, message text, started timestamptz, ended timestamptz)
    WHERE d.project_id = ${projectId} AND d.id = r.id AND d.fence = r.fence
    RETURNING d.id, d.tries AS number, d.due_at`;
}

function attemptRow(projectId: string, { id, webhookId, manualAt, made }: Settlement, number: number) {
  return {
    project_id: projectId,
    delivery_id: id,
    number,
    webhook_id: webhookId,
    url: made.url,
    manual: manualAt !== null,
    started_at: new Date(made.startedAt).toISOString(),
    took_ms: made.tookMs,
    signature: made.signature,
    succeeded: made.isSuccess,
    status: made.status,
    failure: made.failure,
    message: made.message,
    response_body: made.responseBody,
    response_truncated: made.isTruncated,
  };
}

/** Counts outcomes of one webhook in the order in which they came. */
function updateStanding(
  projectId: string,
  webhookId: string,
  settlements: readonly Settlement[],
  { disableAfterMs }: DeliveryTimings,
): SQL {
  const inOrder = settlements.toSorted((a, b) => a.endedAt - b.endedAt);
  const lastSuccess = inOrder.findLast(({ made }) => made.isSuccess);
  const trailing = inOrder.slice(lastSuccess === undefined ? 0 : inOrder.lastIndexOf(lastSuccess) + 1);
  const lastFailure = inOrder.findLast(({ made }) => !made.isSuccess);
  const sets: SQL[] = [];
  if (lastSuccess !== undefined) {
    sets.push(sql`last_delivered_at = greatest(last_delivered_at, ${at(lastSuccess.endedAt)})`);
  }
  if (lastFailure !== undefined) sets.push(sql`last_error = ${lastFailure.made.message}`);
  const first = trailing[0];
  const final = trailing.at(-1);
  if (first === undefined || final === undefined) {
    sets.push(sql`consecutive_failures = 0, failing_since = NULL, last_failure_at = NULL`);
  } else {
    const fresh = at(first.endedAt);
    const since =
      lastSuccess !== undefined
        ? fresh
        : sql`CASE WHEN failing_since IS NULL OR last_failure_at < ${at(first.endedAt - 2 * disableAfterMs)}
            THEN ${fresh} ELSE failing_since END`;
    const count =
      lastSuccess !== undefined ? sql`${trailing.length}::int` : sql`consecutive_failures + ${trailing.length}::int`;
    sets.push(sql`consecutive_failures = ${count}, failing_since = ${since}, last_failure_at = ${at(final.endedAt)}`);
  }
  return sql`UPDATE webhook_states SET ${sql.join(sets, sql`, `)}
    WHERE project_id = ${projectId} AND webhook_id = ${webhookId} RETURNING failing_since, last_failure_at`;
}
