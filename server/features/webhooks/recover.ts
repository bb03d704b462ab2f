import { type SQL, sql } from "drizzle-orm";
import { type Db, jsonb, textArray } from "../../record/database.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { kindsOf } from "./event-patterns.ts";
import { type ImplicitDeliveries, readImplicitDeliveries } from "./implicit-deliveries.ts";
import type { WebhookVersion } from "./webhook.ts";

/** Range of sequences of a project: those after `from`, up to and including `to`. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the part of a range that a webhook can have missed: events recorded before it existed were never meant for
 * it.
 */
export function sinceCreated({ created_seq }: WebhookVersion, { from, to }: SeqRange): SeqRange {
  return { from: Math.max(from, created_seq), to };
}

/**
 * Counts the deliveries that a recovery of this range makes: one for all that was neither delivered nor is about to be.
 */
export async function countRecoverable(
  db: Db,
  resources: ResourceRegistry,
  webhook: WebhookVersion,
  { from, to }: SeqRange,
): Promise<number> {
  const { project_id: projectId, id: webhookId } = webhook;
  const anyway = await readImplicitDeliveries(db, { projectId, webhookId });
  const place = webhook.delivers === "commit" ? sql.raw("e.commit_seq") : sql.raw("e.seq");
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(DISTINCT ${place}) AS n FROM events e
        WHERE e.project_id = ${projectId} AND e.seq > ${from} AND e.seq <= ${to}
          AND e.kind = ANY(${textArray(kindsOf(resources, webhook.events))}) AND e.subject_id <> ${webhookId}
          AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.project_id = ${projectId}
            AND d.webhook_id = ${webhookId} AND d.seq = ${place} AND d.status IN ('delivered', 'pending'))
          AND NOT ((e.seq > ${anyway.cursor} OR (e.seq <= ${anyway.removedTo} AND NOT EXISTS (
              SELECT FROM webhook_deliveries d WHERE d.project_id = ${projectId} AND d.webhook_id = ${webhookId}
                AND d.seq = ${place})))
            AND ${wasAsked(resources, anyway)})`,
  );
  return row?.n ?? 0;
}

/** Whether the webhook asked for an event `e` at its time. */
function wasAsked(resources: ResourceRegistry, { versions }: ImplicitDeliveries): SQL {
  const asked = versions.map(({ from, to, events }) => ({ from, to, kinds: kindsOf(resources, events) }));
  return sql`EXISTS (
    SELECT FROM jsonb_to_recordset(${jsonb(asked)}) AS v("from" bigint, "to" bigint, kinds jsonb)
    WHERE e.seq BETWEEN v."from" AND v."to" AND jsonb_exists(v.kinds, e.kind))`;
}

/** Has the deliveries of a range planned again. One that is under way is prolonged to cover both. */
export async function beginRecovery(db: Db, webhook: WebhookVersion, { from, to }: SeqRange): Promise<void> {
  await db.execute(
    sql`UPDATE webhook_states SET recover_from_seq = least(recover_from_seq, ${from}::bigint),
          recover_to_seq = greatest(recover_to_seq, ${to}::bigint)
        WHERE project_id = ${webhook.project_id} AND webhook_id = ${webhook.id}`,
  );
}
