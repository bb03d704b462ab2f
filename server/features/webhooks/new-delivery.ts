import { ID_PREFIXES, newId } from "../../kernel/ids.ts";

/** Fields of a new delivery. */
interface NewDelivery {
  readonly projectId: string;
  readonly webhookId: string;
  readonly seq: number | null;
  readonly kind: string;
  readonly origin: "event" | "test";
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Lease of the process that makes the first attempt as soon as the row is stored; null leaves the attempt to the next
   * process that looks for work.
   */
  readonly lease: { readonly holder: string; readonly until: number } | null;
}

/** The row of a delivery that is due at once. */
export function newDelivery({ projectId, webhookId, seq, kind, origin, body, now, lease }: NewDelivery) {
  const moment = new Date(now).toISOString();
  return {
    project_id: projectId,
    id: newId(ID_PREFIXES.delivery, now),
    webhook_id: webhookId,
    seq,
    kind,
    origin,
    status: "pending",
    body,
    tries: 0,
    step: 0,
    scheduled_at: moment,
    manual_at: null,
    last_status: null,
    last_error: null,
    last_attempt_at: null,
    created_at: moment,
    finished_at: null,
    due_at: moment,
    lease_until: lease === null ? null : new Date(lease.until).toISOString(),
    holder: lease?.holder ?? null,
    fence: 1,
  };
}
