import type { Change } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "../kernel/clock.ts";

/** One recorded transition of one subject. */
export interface RecordedEvent {
  project_id: string;
  /** Position in the project's record: gapless from 1, in commit order. */
  seq: number;
  /** Last seq of the same transaction; timelines and diffs step by it. */
  commit_seq: number;
  id: string;
  /** Version of the event's shape; folding upcasts. */
  v: number;
  /** `<resource>.<past-tense verb>` */
  kind: string;
  subject_type: string;
  subject_id: string;
  change: Change;
  /** Data of the event that is no state, or null. */
  data: JsonObject | null;
  /** `key:<key id>`, `user:<user id>` or `system:<part>` */
  actor: string;
  request_id: string | null;
  /** Id of the subject whose change caused this one in the same transaction, or null. */
  causation: string | null;
  /** RFC 3339, UTC; never earlier than the event before it. */
  recorded_at: string;
}

/** A row of the events table as an event. */
export function toEvent(row: Record<string, unknown>): RecordedEvent {
  const event = row as unknown as RecordedEvent;
  return { ...event, recorded_at: isoMoment(event.recorded_at) };
}
