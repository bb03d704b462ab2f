import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { at } from "../../leases/leased-rows.ts";
import type { ProjectRef } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import type { WebhookVersion } from "./webhook.ts";

/**
 * Cancels what waits for another attempt; answers how many. What is under way right now ends as it ends: when it fails, whoever
 * takes it on next finds the webhook off and cancels it then.
 */
export async function cancelPending(
  db: Db,
  projectId: string,
  webhookId: string,
  now: number,
  limit: number = CURRENT,
): Promise<number> {
  const cancelled = await db.execute(
    sql`UPDATE webhook_deliveries SET status = 'cancelled', due_at = NULL, scheduled_at = NULL, manual_at = NULL,
          finished_at = ${at(now)}
        WHERE project_id = ${projectId} AND id IN (SELECT id FROM webhook_deliveries
          WHERE project_id = ${projectId} AND webhook_id = ${webhookId} AND status = 'pending'
            AND (lease_until IS NULL OR lease_until <= ${at(now)}) LIMIT ${limit})
        RETURNING id`,
  );
  return cancelled.length;
}

/**
 * The sequences from the first event that did not arrive: since the failures that it was switched off for, or since it was switched
 * off. Null when there are none.
 */
export async function missedWhileOff(
  db: Db,
  project: Pick<ProjectRef, "id" | "lastSeq">,
  version: WebhookVersion,
): Promise<{ from_seq: number; to_seq: number } | null> {
  const { id, lastSeq } = project;
  const [off] = await db.execute<{ seq: number; at: string }>(
    sql`SELECT valid_from_seq AS seq, updated_at AS at FROM webhook_versions
        WHERE project_id = ${id} AND id = ${version.id} AND NOT active AND valid_from_seq > (
          SELECT coalesce(max(valid_from_seq), 0) FROM webhook_versions
          WHERE project_id = ${id} AND id = ${version.id} AND active)
        ORDER BY valid_from_seq LIMIT 1`,
  );
  if (off === undefined) return null;
  // What was answered 410, or failed for days, did not arrive; and being switched off cancelled what waited for another attempt.
  const [undelivered] = await db.execute<{ seq: number | null }>(
    sql`SELECT min(d.seq) AS seq FROM webhook_deliveries d
        LEFT JOIN webhook_states s ON s.project_id = d.project_id AND s.webhook_id = d.webhook_id
        WHERE d.project_id = ${id} AND d.webhook_id = ${version.id}
          AND (d.status = 'pending' OR (d.status = 'cancelled' AND d.finished_at >= ${off.at})
            OR (d.status = 'failed' AND d.finished_at >= s.failing_since))`,
  );
  const from = Math.min(off.seq + 1, undelivered?.seq ?? Number.MAX_SAFE_INTEGER);
  return from <= lastSeq ? { from_seq: from, to_seq: lastSeq } : null;
}
