import { sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/scope.ts";
import { type Db, textArray } from "../../record/database.ts";
import { DELIVERY_TIMINGS } from "./schedule.ts";
import type { DisabledReason } from "./webhook.ts";

/** Maximum number of webhooks listed: a workspace with more of them has one cause for all. */
const MAX_TROUBLES = 100;
/** The part of the time to being switched off after which a failing webhook is worth telling of. */
const WARN_FROM = 0.5;

/** A webhook that was switched off, or soon will be. */
export interface WebhookTrouble {
  webhook_id: string;
  project_id: string;
  url: string;
  active: boolean;
  disabled_reason: DisabledReason | null;
  /** Moment at which it was switched off, or began to fail. */
  since: string;
  /** Moment at which it will be switched off unless an attempt succeeds; null when it is off already. */
  disables_at: string | null;
  last_error: string | null;
}

interface TroubleRow extends Record<string, unknown>, Omit<WebhookTrouble, "disables_at"> {}

/** Reads the webhooks in trouble of the projects that a caller sees, the newest first. */
export async function webhookTroubles(db: Db, caller: Caller, now: number): Promise<WebhookTrouble[]> {
  const { disableAfterMs } = DELIVERY_TIMINGS;
  const failingBefore = new Date(now - disableAfterMs * WARN_FROM).toISOString();
  const listed = caller.projectIds === null ? sql`` : sql`AND h.project_id = ANY(${textArray(caller.projectIds)})`;
  const rows = await db.execute<TroubleRow>(
    sql`SELECT v.id AS webhook_id, v.project_id, v.url, v.active, v.disabled_reason, s.last_error,
            CASE WHEN v.active THEN s.failing_since ELSE v.disabled_at::timestamptz END AS since
          FROM project_heads h
          JOIN webhook_versions v ON v.project_id = h.project_id AND ${isCurrent}
          LEFT JOIN webhook_states s ON s.project_id = v.project_id AND s.webhook_id = v.id
          WHERE h.workspace_id = ${caller.workspaceId} AND h.mode = ANY(${textArray(caller.modes)})
            AND h.deleted_at IS NULL ${listed}
            AND CASE WHEN v.active THEN s.failing_since < ${failingBefore} ELSE v.disabled_reason <> 'manual' END
          ORDER BY since DESC, v.id LIMIT ${MAX_TROUBLES}`,
  );
  return rows.map((row) => {
    const since = isoMoment(row.since);
    const disablesAt = row.active ? new Date(Date.parse(since) + disableAfterMs).toISOString() : null;
    return { ...row, since, disables_at: disablesAt };
  });
}
