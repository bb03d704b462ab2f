import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import { Problem } from "../../kernel/problem.ts";
import type { WorkTable } from "../../leases/leased-rows.ts";
import type { Columns, Db } from "../../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../../record/list/keyset.ts";
import type { Attempt, DELIVERY_STATUSES, Delivery } from "./schemas.ts";

/** Deliveries as work: what is due of one is its next attempt. */
export const DELIVERY_WORK: WorkTable = { kind: "webhook_delivery", table: "webhook_deliveries" };

/** A row of the deliveries, without what belongs to the work. */
export type DeliveryRow = Columns<
  "webhook_deliveries",
  | "project_id"
  | "id"
  | "webhook_id"
  | "seq"
  | "kind"
  | "origin"
  | "status"
  | "tries"
  | "step"
  | "scheduled_at"
  | "manual_at"
  | "last_status"
  | "last_error"
  | "last_attempt_at"
  | "created_at"
  | "finished_at"
  | "due_at"
> & { origin: "event" | "test"; status: (typeof DELIVERY_STATUSES)[number]; body: string };

const shown = (moment: string | null): string | null => (moment === null ? null : isoMoment(moment));

/** A delivery on the wire. */
export function toDelivery(row: DeliveryRow): z.input<typeof Delivery> {
  return {
    delivery_id: row.id,
    webhook_id: row.webhook_id,
    project_id: row.project_id,
    kind: row.kind,
    seq: row.seq,
    origin: row.origin,
    status: row.status,
    attempt_count: row.tries,
    next_attempt_at: shown(row.due_at),
    last_attempt_at: shown(row.last_attempt_at),
    last_status: row.last_status,
    last_error: row.last_error,
    created_at: isoMoment(row.created_at),
    finished_at: shown(row.finished_at),
  };
}

type AttemptRow = Columns<
  "webhook_attempts",
  | "number"
  | "url"
  | "manual"
  | "started_at"
  | "took_ms"
  | "signature"
  | "succeeded"
  | "status"
  | "failure"
  | "message"
  | "response_body"
  | "response_truncated"
>;

/** Every attempt of a delivery, in order, on the wire. */
export async function readAttempts(db: Db, projectId: string, deliveryId: string): Promise<z.input<typeof Attempt>[]> {
  const rows = await db.execute<AttemptRow>(
    sql`SELECT * FROM webhook_attempts WHERE project_id = ${projectId} AND delivery_id = ${deliveryId} ORDER BY number`,
  );
  return rows.map((row) => ({
    number: row.number,
    url: row.url,
    manual: row.manual,
    started_at: isoMoment(row.started_at),
    took_ms: row.took_ms,
    request_headers: {
      "webhook-id": deliveryId,
      "webhook-timestamp": String(Math.floor(Date.parse(row.started_at) / 1_000)),
      "webhook-signature": row.signature,
    },
    succeeded: row.succeeded,
    status: row.status,
    failure: row.failure,
    message: row.message,
    response_body: row.response_body,
    response_truncated: row.response_truncated,
  }));
}

/**
 * Finds one delivery of a webhook. `lock` keeps others from changing it until the transaction ends.
 *
 * @throws {@link Problem} `not_found` where there is none.
 */
export async function requireDelivery(
  db: Db,
  { projectId, webhookId, id }: { projectId: string; webhookId: string; id: string },
  { lock }: { lock: boolean } = { lock: false },
): Promise<DeliveryRow> {
  const locking = lock ? sql`FOR UPDATE` : sql``;
  const [row] = await db.execute<DeliveryRow>(
    sql`SELECT * FROM webhook_deliveries WHERE project_id = ${projectId} AND id = ${id} AND webhook_id = ${webhookId} ${locking}`,
  );
  if (row === undefined) throw new Problem("not_found");
  return row;
}

/** Order of deliveries, newest first. */
export const DELIVERY_ORDER: KeysetOrder = { keys: { created_at: sql`created_at`, id: sql`id` }, order: "desc" };

/** Counts the deliveries that meet conditions. */
export async function countDeliveries(db: Db, conditions: readonly SQL[]): Promise<number> {
  const where = sql.join([...conditions], sql` AND `);
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM webhook_deliveries WHERE ${where}`);
  return counted?.n ?? 0;
}

/** One page of the deliveries that meet conditions, in {@link DELIVERY_ORDER}. */
export function listDeliveries(
  db: Db,
  conditions: readonly SQL[],
  { behind, tail }: KeysetPage,
): Promise<DeliveryRow[]> {
  const where = sql.join([...conditions, behind], sql` AND `);
  return db.execute<DeliveryRow>(sql`SELECT d.*, '' AS body FROM webhook_deliveries d WHERE ${where} ${tail}`);
}
