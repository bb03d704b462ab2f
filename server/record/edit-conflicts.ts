import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { type Change, diffStates, touchedPointers } from "#domain/change/change.ts";
import { pointersMeet, valueAt } from "#domain/change/pointer.ts";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import { isoMoment } from "../kernel/clock.ts";
import type { EditConflict } from "../kernel/problem-details.ts";
import { type Db, textArray } from "./database.ts";
import type { Resource } from "./resource.ts";
import { markedState, sealedMark } from "./sealed-marks.ts";

/** Fields of an event that a conflict needs. */
export type LaterEvent = {
  seq: number;
  change: Change;
  actor: string;
  client_id: string | null;
  recorded_at: string;
};

/** The events that came after the sequence an edit started from, read once for as many subjects as are named. */
export class LaterEvents {
  private readonly db: Db;
  private readonly projectId: string;
  private readonly known = new Map<string, { afterSeq: number; events: LaterEvent[] }>();
  /** Events of this transaction, by subject. */
  private readonly own = new Map<string, LaterEvent[]>();

  constructor(db: Db, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  /** Reads ahead what {@link of} will be asked. */
  async load(ids: readonly string[], afterSeq: number): Promise<void> {
    const missing = ids.filter((id) => (this.known.get(id)?.afterSeq ?? Number.MAX_SAFE_INTEGER) > afterSeq);
    if (missing.length === 0) return;
    const rows = await this.db.execute<LaterEvent & { subject_id: string }>(
      sql`SELECT seq, subject_id, change, actor, data->>'client_id' AS client_id, recorded_at FROM events
          WHERE project_id = ${this.projectId} AND subject_id = ANY(${textArray(missing)}) AND seq > ${afterSeq}
          ORDER BY seq`,
    );
    for (const id of missing) this.known.set(id, { afterSeq, events: [] });
    for (const row of rows) this.known.get(row.subject_id)?.events.push(row);
  }

  /** Takes an event of this transaction. */
  add(id: string, event: LaterEvent): void {
    addToList(this.own, id, event);
  }

  /** Events about one subject after a sequence, in order. */
  async of(id: string, afterSeq: number): Promise<LaterEvent[]> {
    await this.load([id], afterSeq);
    const own = this.own.get(id) ?? [];
    // What this transaction has written by now is not counted twice.
    const before = (this.known.get(id)?.events ?? []).filter(
      ({ seq }) => seq < (own[0]?.seq ?? Number.MAX_SAFE_INTEGER),
    );
    return [...before, ...own].filter(({ seq }) => seq > afterSeq);
  }
}

/** An edit as it waits to be written. */
export interface PendingEdit {
  id: string;
  /** The state that is stored. */
  before: JsonObject | null;
  /** The state this very edit started from; the stored one unless the transaction had changed the subject already. */
  from: JsonObject | null;
  after: JsonObject | null;
}

/**
 * Fields of an edit that events meanwhile changed to something else. Fields where the last writer wins never conflict,
 * nor do events of `clientId`: what one tab sends late was written in the knowledge of what it had sent before. A field that
 * tells of another one conflicts with changes of that, too; one that is `derived` from what the edit says does not conflict.
 */
export function editConflicts<S>(
  resource: Resource<S>,
  edit: PendingEdit,
  later: readonly LaterEvent[],
  clientId: string | null,
  derived: readonly string[] = [],
): EditConflict[] {
  const others = clientId === null ? later : later.filter((event) => event.client_id !== clientId);
  if (others.length === 0) return [];
  const result: EditConflict[] = [];
  if (edit.after === null) return deletionConflicts(resource, edit, others);
  for (const pointer of touchedPointers(diffStates(edit.from, edit.after))) {
    if (resource.lastWriterWins.some((each) => pointersMeet(each, pointer)) || derived.includes(pointer)) continue;
    const [told, telling] = resource.pairOf(pointer) ?? [];
    const about = pointer === telling && told !== undefined ? [pointer, told] : [pointer];
    const theirs = others.findLast(({ change }) =>
      touchedPointers(change).some((at) => about.some((each) => pointersMeet(at, each))),
    );
    if (theirs === undefined) continue;
    const mine = valueAt(edit.after, pointer);
    const current = valueAt(edit.before, pointer);
    if (jsonEqual(mine, current)) continue;
    const at = isoMoment(theirs.recorded_at);
    const isSealed = resource.sealed.includes(pointer.slice(1));
    const values = isSealed ? { mine: sealedMark(mine), theirs: sealedMark(current) } : { mine, theirs: current };
    result.push({ id: edit.id, field: pointer, ...values, by: theirs.actor, at });
  }
  return result;
}

/** A deletion meets whatever others changed of its subject, but for what any later writer may overwrite. */
function deletionConflicts<S>(
  resource: Resource<S>,
  { id, before }: PendingEdit,
  others: readonly LaterEvent[],
): EditConflict[] {
  const counts = (pointer: string) => !resource.lastWriterWins.some((each) => pointersMeet(each, pointer));
  const theirs = others.findLast(({ change }) => touchedPointers(change).some(counts));
  if (theirs === undefined) return [];
  const at = isoMoment(theirs.recorded_at);
  const shown = before === null ? null : markedState(resource, before);
  return [{ id, field: "", mine: null, theirs: shown, by: theirs.actor, at }];
}
