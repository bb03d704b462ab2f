import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";
import type { RecordedEvent } from "../../record/event.ts";
import { sequenceAt } from "../../record/feed.ts";
import { matchesKind } from "./event-patterns.ts";
import { matchesEvent, type PlannedDelivery, versionAt } from "./plan.ts";
import type { SubscriptionVersion } from "./subscriptions.ts";

/** Deliveries of a webhook that have no row: removed ones, and those that are about to be planned. */
export interface ImplicitDeliveries {
  /**
   * Sequence up to which deliveries were removed: an event before it that matches but has no delivery was delivered,
   * and its row has been removed since. Deliveries are kept for a while; the oldest are removed first.
   */
  readonly removedTo: number;
  /** Deliveries of events after this are not planned yet. */
  readonly cursor: number;
  /** Versions of the webhook that were active. */
  readonly versions: readonly SubscriptionVersion[];
}

/** Reads the sequence up to which deliveries of a webhook were removed, and the one after which none is planned yet. */
export async function readImplicitDeliveries(
  db: Db,
  { projectId, webhookId }: { projectId: string; webhookId: string },
): Promise<ImplicitDeliveries> {
  const versions = await db.execute<Record<string, unknown>>(
    sql`SELECT valid_from_seq AS "from", valid_to_seq AS "to", active, events, delivers, url FROM webhook_versions
        WHERE project_id = ${projectId} AND id = ${webhookId} AND active ORDER BY valid_from_seq`,
  );
  const [state] = await db.execute<Columns<"webhook_states", "cursor_seq"> & { oldest: string | null }>(
    sql`SELECT cursor_seq, (SELECT min(created_at) FROM webhook_deliveries
          WHERE project_id = ${projectId} AND webhook_id = ${webhookId}) AS oldest
        FROM webhook_states WHERE project_id = ${projectId} AND webhook_id = ${webhookId}`,
  );
  const cursor = state?.cursor_seq ?? 0;
  const oldest = state?.oldest ?? null;
  return {
    removedTo: oldest === null ? cursor : Math.min(cursor, await sequenceAt(db, projectId, oldest)),
    cursor,
    versions: versions as unknown as SubscriptionVersion[],
  };
}

/** Tells whether a delivery of an event is about to be planned. */
export function isDeliverySoon(
  { cursor, versions }: ImplicitDeliveries,
  webhookId: string,
  event: RecordedEvent,
): boolean {
  return event.seq > cursor && matchesEvent(versionAt(versions, event.seq), webhookId, event);
}

/** Whether a delivery, if it is not there, was made once and removed. */
export function mayBeRemoved({ removedTo, versions }: ImplicitDeliveries, { seq, kind }: PlannedDelivery): boolean {
  if (seq > removedTo) return false;
  const then = versionAt(versions, seq);
  return then !== undefined && (then.delivers === "commit" || matchesKind(then.events, kind));
}
