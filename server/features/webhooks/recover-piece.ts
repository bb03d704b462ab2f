import { sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { announceWork, at } from "../../leases/leased-rows.ts";
import type { Services } from "../../operation/context.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { DELIVERY_WORK } from "./deliveries.ts";
import { isDeliverySoon, mayBeRemoved, readImplicitDeliveries } from "./implicit-deliveries.ts";
import { newDelivery } from "./new-delivery.ts";
import { planNext } from "./plan.ts";
import type { Subscription } from "./subscriptions.ts";

/** Number of deliveries planned again at a time. */
const AT_ONCE = 100;

/**
 * Plans the next piece of a range again, by the webhook's current events: failed and cancelled deliveries are due
 * again, and missing ones are made. Returns whether there was anything to do. The progress is stored with the piece.
 */
export async function recoverPiece(
  { database, clock, publicUrl, resources }: Pick<Services, "database" | "clock" | "publicUrl" | "resources">,
  subscription: Subscription,
): Promise<boolean> {
  const { projectId, webhookId, recovery, versions } = subscription;
  const current = versions.at(-1);
  if (recovery === null || current === undefined) return false;
  const { from, to } = recovery;
  const anyway = await readImplicitDeliveries(database.reads, subscription);
  const plan = await planNext(
    database.reads,
    { projectId, webhookId, versions: [{ ...current, from: 0, to: CURRENT }] },
    {
      after: from,
      head: to,
      room: AT_ONCE,
      publicUrl,
      resources,
      leavesOut: (event) => isDeliverySoon(anyway, webhookId, event),
    },
  );
  const unsure = plan.deliveries.filter((each) => mayBeRemoved(anyway, each)).map(({ seq }) => seq);
  const removed = await missingAmong(database.reads, subscription, unsure);
  const now = clock.now();
  const missed = plan.deliveries.filter(({ seq }) => !removed.has(seq));
  const rows = missed.map(({ seq, kind, body }) =>
    newDelivery({ projectId, webhookId, seq, kind, origin: "event", body, now, lease: null }),
  );
  await database.writes.transaction("write", async (db) => {
    const isDone = plan.to >= to;
    const moved = await db.execute(
      sql`UPDATE webhook_states SET recover_from_seq = ${isDone ? null : plan.to}, recover_to_seq = ${isDone ? null : to}
          WHERE project_id = ${projectId} AND webhook_id = ${webhookId}
            AND recover_from_seq = ${from} AND recover_to_seq = ${to} RETURNING webhook_id`,
    );
    if (moved.length === 0 || rows.length === 0) return;
    await db.finish([
      sql`${insertRows(DELIVERY_WORK.table, rows)} ON CONFLICT (project_id, webhook_id, seq) DO UPDATE
          SET status = 'pending', step = 0, scheduled_at = ${at(now)}, due_at = ${at(now)}, finished_at = NULL
          WHERE webhook_deliveries.status IN ('failed', 'cancelled')`,
      announceWork(projectId, DELIVERY_WORK, now),
    ]);
  });
  return true;
}

/** Returns those of the given sequences for which a webhook has no delivery. */
async function missingAmong(
  db: Db,
  { projectId, webhookId }: Subscription,
  seqs: readonly number[],
): Promise<ReadonlySet<number>> {
  if (seqs.length === 0) return new Set();
  const there = await db.execute<Columns<"webhook_deliveries", "seq"> & { seq: number }>(
    sql`SELECT seq FROM webhook_deliveries WHERE project_id = ${projectId} AND webhook_id = ${webhookId}
        AND seq IN (SELECT value::bigint FROM jsonb_array_elements_text(${jsonb(seqs)}))`,
  );
  const found = new Set(there.map(({ seq }) => seq));
  return new Set(seqs.filter((seq) => !found.has(seq)));
}
