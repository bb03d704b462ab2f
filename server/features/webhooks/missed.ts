import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import type { ProjectRef } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { at } from "../../work/leased-rows.ts";
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

/** The sequences that a webhook was told nothing of while it was off; null when there were none. */
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
  // Being switched off cancelled what waited for another attempt: that was missed as well.
  const [waiting] = await db.execute<{ seq: number | null }>(
    sql`SELECT min(seq) AS seq FROM webhook_deliveries WHERE project_id = ${id} AND webhook_id = ${version.id}
        AND (status = 'pending' OR (status = 'cancelled' AND finished_at >= ${off.at}))`,
  );
  const from = Math.min(off.seq + 1, waiting?.seq ?? Number.MAX_SAFE_INTEGER);
  return from <= lastSeq ? { from_seq: from, to_seq: lastSeq } : null;
}
