import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import type { RecordedEvent } from "../../record/event.ts";
import { readEvents } from "../../record/feed.ts";
import type { ResourceRegistry } from "../../record/registry.ts";
import { markedEvent } from "../../record/sealed-marks.ts";
import { commitBody, eventBody, MAX_COMMIT_EVENTS } from "./delivery-body.ts";
import { matchesKind } from "./event-patterns.ts";
import type { Subscription, SubscriptionVersion } from "./subscriptions.ts";

/** Events that are read at a time. */
const PAGE = 200;
/** Events read for each delivery there is room for: many are for others, and reading what is not sent yet is wasted. */
const EVENTS_FOR_ONE = 4;

/** Delivery that is about to be stored for a webhook. */
export interface PlannedDelivery {
  readonly seq: number;
  /** The `type` of the body. */
  readonly kind: string;
  readonly body: string;
}

/** The next deliveries of a webhook, in the order of the record. */
export interface Plan {
  readonly deliveries: readonly PlannedDelivery[];
  /** Sequence up to which these deliveries complete the plan. */
  readonly to: number;
}

/** Start, end, size and format of a plan. */
export interface Planning {
  readonly after: number;
  readonly head: number;
  /** Deliveries it has room for, at least one. */
  readonly room: number;
  readonly publicUrl: string;
  readonly resources: ResourceRegistry;
  /** Leaves out what is told in another way. A commit with such an event is left out whole. */
  readonly leavesOut?: (event: RecordedEvent) => boolean;
}

/**
 * Decides whether a webhook receives an event: only events of a time when it was active, by the version of that time,
 * and never events about the webhook itself.
 */
export function matchesEvent(
  version: SubscriptionVersion | undefined,
  webhookId: string,
  event: RecordedEvent,
): boolean {
  return version?.active === true && event.subject_id !== webhookId && matchesKind(version.events, event.kind);
}

/** The version of a webhook that held at a sequence. */
export function versionAt(versions: readonly SubscriptionVersion[], seq: number): SubscriptionVersion | undefined {
  return versions.find(({ from, to }) => from <= seq && seq <= to);
}

/** Plans what comes next after a sequence, from events read in order. */
export async function planNext(
  db: Db,
  { projectId, webhookId, versions }: Pick<Subscription, "projectId" | "webhookId" | "versions">,
  { after, head, room, publicUrl, resources, leavesOut = () => false }: Planning,
): Promise<Plan> {
  const isTold = (event: RecordedEvent) => matchesEvent(versionAt(versions, event.seq), webhookId, event);
  // What happened before it was active, or while it was not, need not be read.
  const active = versions.find((version) => version.active && version.to > after);
  const from = Math.max(after, (active?.from ?? head + 1) - 1);
  if (active === undefined || from >= head) return { deliveries: [], to: head };
  const isByCommit = active.delivers === "commit";
  const limit = isByCommit ? PAGE : Math.min(PAGE, room * EVENTS_FOR_ONE);
  // The next version may deliver in the other way.
  const until = Math.min(head, active.to);
  const read = await readEvents(db, projectId, { afterSeq: from, toSeq: until }, { limit });
  const events = read.map((event) => markedEvent(resources, event));
  const last = events.at(-1);
  if (last === undefined) return { deliveries: [], to: until };
  if (!isByCommit) {
    const deliveries: PlannedDelivery[] = [];
    for (const event of events) {
      if (!isTold(event) || leavesOut(event)) continue;
      if (deliveries.length === room) return { deliveries, to: event.seq - 1 };
      deliveries.push({ seq: event.seq, kind: event.kind, body: eventBody(event, publicUrl) });
    }
    return { deliveries, to: last.seq };
  }
  const deliveries: PlannedDelivery[] = [];
  let to = from;
  for (const [commitSeq, part] of Map.groupBy(events, (event) => event.commit_seq)) {
    const isWhole = commitSeq <= last.seq;
    // A commit that goes beyond the page is told of in the next one, which begins with it.
    if (!isWhole && to > from) break;
    const commit = isWhole ? part : await readWhole(db, projectId, part, commitSeq);
    const kept = commit.some(leavesOut) ? [] : commit.filter(isTold);
    const [first] = kept;
    if (first !== undefined) {
      if (deliveries.length === room) break;
      const body = commitBody(
        {
          projectId,
          commitSeq,
          recordedAt: part[0]?.recorded_at ?? first.recorded_at,
          firstSeq: first.seq,
          count: kept.length,
          events: isWhole ? kept.slice(0, MAX_COMMIT_EVENTS) : [],
        },
        publicUrl,
      );
      deliveries.push({ seq: commitSeq, kind: "commit", body });
    }
    to = commitSeq;
  }
  return { deliveries, to };
}

/** A commit that is larger than a page: which events it has, without what a body of that size has no room for. */
async function readWhole(
  db: Db,
  projectId: string,
  begun: readonly RecordedEvent[],
  commitSeq: number,
): Promise<RecordedEvent[]> {
  const rest = await db.execute<Record<string, unknown>>(
    sql`SELECT seq, commit_seq, kind, subject_id FROM events WHERE project_id = ${projectId}
        AND seq > ${begun.at(-1)?.seq ?? 0} AND seq <= ${commitSeq} ORDER BY seq`,
  );
  return [...begun, ...(rest as unknown as RecordedEvent[])];
}
