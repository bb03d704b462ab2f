import type { RecordedEvent } from "../../record/event.ts";

/** Size of a body in bytes above which an event is sent without its change. */
export const MAX_BODY_BYTES = 20_000;

/** Serialises a message as `{type, timestamp, data}`, the form of the Standard Webhooks specification. */
function written(type: string, timestamp: string, data: unknown, more: object = {}): string {
  return JSON.stringify({ type, timestamp, data, ...more });
}

const fits = (body: string): boolean => Buffer.byteLength(body) <= MAX_BODY_BYTES;

/** Returns the URL at which events of a project can be read in full. */
function feedUrl(publicUrl: string, projectId: string, afterSeq: number, limit: number): string {
  return `${publicUrl}/v1/projects/${projectId}/events?after_seq=${afterSeq}&limit=${limit}`;
}

function thin(event: RecordedEvent, publicUrl: string): object {
  const { change: _, data: __, ...rest } = event;
  return { ...rest, url: feedUrl(publicUrl, event.project_id, event.seq - 1, 1) };
}

/**
 * Returns the body of a delivery of one event. A body that would be too large has no `change` and `data`, but the URL
 * to read the event at.
 */
export function eventBody(event: RecordedEvent, publicUrl: string): string {
  const whole = written(event.kind, event.recorded_at, event);
  return fits(whole) ? whole : written(event.kind, event.recorded_at, thin(event, publicUrl));
}

/** The events of one commit that a webhook is told of. */
export interface CommitPart {
  readonly projectId: string;
  readonly commitSeq: number;
  readonly recordedAt: string;
  /** Number of events; `events` may hold only the first of them. */
  readonly count: number;
  readonly firstSeq: number;
  readonly events: readonly RecordedEvent[];
}

/** Events of one commit that are kept at most while it is read: what is beyond goes without them anyway. */
export const MAX_COMMIT_EVENTS = 100;

/** The body of a delivery of one commit. Too large, its events go without `change` and `data`; still too large, none of them. */
export function commitBody(part: CommitPart, publicUrl: string): string {
  const { projectId, commitSeq, firstSeq, count, recordedAt, events } = part;
  const about = {
    project_id: projectId,
    commit_seq: commitSeq,
    seq: commitSeq,
    event_count: count,
    url: feedUrl(publicUrl, projectId, firstSeq - 1, 500),
  };
  const body = (shown: readonly object[] | null) =>
    written("commit", recordedAt, shown === null ? about : { ...about, events: shown });
  if (events.length < count) return body(null);
  const whole = body(events);
  if (fits(whole)) return whole;
  const short = body(events.map((event) => thin(event, publicUrl)));
  return fits(short) ? short : body(null);
}

/** The body of a test: an example event, marked as one. */
export function testBody(kind: string, example: object, now: number): string {
  return written(kind, new Date(now).toISOString(), example, { test: true });
}
