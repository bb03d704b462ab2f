import { sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { DELIVERY_TIMINGS, type WarningPercent, warningOf } from "./schedule.ts";

/** Delivery health of a webhook: its last success, last error and failures. */
export interface DeliveryHealth {
  readonly lastDeliveredAt: string | null;
  readonly lastError: string | null;
  readonly consecutiveFailures: number;
  readonly failingSince: string | null;
  /** Moment of the read, in milliseconds since the epoch. */
  readonly now: number;
}

interface StandingFields {
  last_delivered_at: string | null;
  last_error: string | null;
  consecutive_failures: number | null;
  failing_since: string | null;
  disables_at: string | null;
  warning: WarningPercent | null;
}

/** Wire fields of a webhook whose delivery health is not known. */
export const UNKNOWN_STANDING: StandingFields = {
  last_delivered_at: null,
  last_error: null,
  consecutive_failures: null,
  failing_since: null,
  disables_at: null,
  warning: null,
};

/** Returns the delivery health of a webhook in its wire form. */
export function standingFields(standing: DeliveryHealth): StandingFields {
  const { lastDeliveredAt, lastError, consecutiveFailures, failingSince, now } = standing;
  const since = failingSince === null ? null : Date.parse(failingSince);
  return {
    last_delivered_at: lastDeliveredAt,
    last_error: lastError,
    consecutive_failures: consecutiveFailures,
    failing_since: failingSince,
    disables_at: since === null ? null : new Date(since + DELIVERY_TIMINGS.disableAfterMs).toISOString(),
    warning: warningOf(since, now, DELIVERY_TIMINGS),
  };
}

/** A webhook of which nothing was ever sent. */
export function newStanding(now: number): DeliveryHealth {
  return { lastDeliveredAt: null, lastError: null, consecutiveFailures: 0, failingSince: null, now };
}

/** Reads the delivery health of a project's webhooks, by id; a webhook without a row has that of a new one. */
export async function readStandings(
  db: Db,
  projectId: string,
  ids: readonly string[],
  now: number,
): Promise<(id: string) => DeliveryHealth> {
  const rows = await db.execute<
    Columns<
      "webhook_states",
      "webhook_id" | "last_delivered_at" | "last_error" | "consecutive_failures" | "failing_since"
    >
  >(
    sql`SELECT webhook_id, last_delivered_at, last_error, consecutive_failures, failing_since FROM webhook_states
        WHERE project_id = ${projectId} AND webhook_id = ANY(${textArray(ids)})`,
  );
  const standings = new Map(
    rows.map((row) => [
      row.webhook_id,
      {
        lastDeliveredAt: row.last_delivered_at === null ? null : isoMoment(row.last_delivered_at),
        lastError: row.last_error,
        consecutiveFailures: row.consecutive_failures,
        failingSince: row.failing_since === null ? null : isoMoment(row.failing_since),
        now,
      },
    ]),
  );
  return (id) => standings.get(id) ?? newStanding(now);
}

/** Begins to count anew, for a webhook that is switched on again. Answers whether it has a row to be counted in. */
export async function forgetFailures(db: Db, projectId: string, webhookId: string): Promise<boolean> {
  const rows = await db.execute(
    sql`UPDATE webhook_states SET consecutive_failures = 0, failing_since = NULL, last_failure_at = NULL
        WHERE project_id = ${projectId} AND webhook_id = ${webhookId} RETURNING webhook_id`,
  );
  return rows.length > 0;
}
