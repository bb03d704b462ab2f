import { type Change, diffStates, isEmptyChange, touchedPointers } from "#domain/change/change.ts";
import { pointersMeet, valueAt } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { isUsed } from "#domain/dialogue/operations/row.ts";
import { apply, missing, normalise, subjectOf, touches } from "#domain/dialogue/operations/table.ts";
import type { StateMap } from "#domain/dialogue/state-map.ts";
import { kindOf, type SubjectState } from "#domain/dialogue/states.ts";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import type { LiveEvent } from "../../live/live-message.ts";
import type { Model } from "../../model/model.ts";
import { ModelView } from "../../model/model-view.ts";
import { statesOf } from "../../model/sample-content.ts";
import type { ConflictFact } from "../../saving/outbox/entry.ts";
import type { BatchAnswer, GestureAnswer, SentBatch } from "../../saving/outbox/transport.ts";
import type { LoadedDialogue } from "../open-content.ts";
import type { Feed } from "../record-follower.ts";

type Answer = Extract<GestureAnswer, { applied: false }>;

/** A gesture the server has recorded. */
export interface RecordedGesture {
  readonly label: string;
  readonly operations: readonly Operation[];
}

const POISON = "poison";
/** Words on which the server itself fails. */
const DEFECT = "defect";
const POSITIONS = new Set(["/canvas_x", "/canvas_y", "/group_id"]);

/** A server with one dialogue that treats batches, versions and conflicts as the real one does. */
export class FakeServer {
  private readonly states: StateMap;
  readonly versions = new Map<string, number>();
  readonly events: LiveEvent[] = [];
  readonly recorded: RecordedGesture[] = [];
  private readonly answers = new Map<string, GestureAnswer>();
  /** Sent batch of each answer. */
  private readonly sent = new Map<string, string>();
  seq = 0;
  private made = 0;

  constructor(model: Model) {
    this.states = statesOf(model);
    for (const id of this.states.present.keys()) {
      this.seq += 1;
      this.versions.set(id, this.seq);
    }
  }

  /** Content of the server, in the form that is drawn. */
  get content(): Model {
    return new ModelView(this.states.graphId, this.states.present).model;
  }

  load(): LoadedDialogue {
    const states = [...this.states.present].map(([id, state]) => ({ id, seq: this.versions.get(id) ?? 0, state }));
    return { graphId: this.states.graphId, seq: this.seq, states };
  }

  feed(reaches: () => boolean): Feed {
    return async (afterSeq) => {
      if (!reaches()) throw new Error("not reached");
      return { events: this.events.filter(({ seq }) => seq > afterSeq), hasMore: false };
    };
  }

  /** Applies another person's change, as one commit. */
  change(actor: string, operations: readonly Operation[]): void {
    const start = this.seq;
    this.commit(operations, actor, null);
    this.close(start);
  }

  /** Whether the server fails on a batch, with nothing of it recorded. */
  failsOn({ batchId, gestures }: SentBatch): boolean {
    return gestures.some(
      ({ operations }, index) =>
        !this.answers.has(`${batchId} ${index}`) && JSON.stringify(operations).includes(DEFECT),
    );
  }

  /** Whether a batch is known with other gestures; nothing of this one is recorded then. */
  isOther({ batchId, gestures }: SentBatch): boolean {
    return gestures.some((gesture, index) => {
      const known = this.sent.get(`${batchId} ${index}`);
      return known !== undefined && known !== JSON.stringify(gesture);
    });
  }

  batch({ batchId, clientId, gestures }: SentBatch): BatchAnswer {
    const start = this.seq;
    const before = this.states.copy();
    const answers = gestures.map((gesture, index) => {
      const key = `${batchId} ${index}`;
      const earlier = this.answers.get(key);
      if (earlier !== undefined) return earlier;
      const refusal = this.refusalOf(gesture.operations, clientId);
      if (refusal === null) {
        this.recorded.push(gesture);
        this.commit(gesture.operations, "user:me", { client_id: clientId, batch_id: batchId });
      }
      const versions = gesture.operations.flatMap((operation) =>
        touches(operation, this.states.graphId).map(({ subjectId: id }) => ({
          id,
          seq: this.versions.get(id) ?? null,
        })),
      );
      const answer: GestureAnswer = refusal ?? { applied: true, versions };
      this.answers.set(key, answer);
      this.sent.set(key, JSON.stringify(gesture));
      return answer;
    });
    this.close(start);
    this.forgetWithin(before);
    return { seq: this.seq, gestures: answers, requestId: null };
  }

  /** A batch is one commit: what it both wrote and deleted comes back as it was before, and what it made and deleted never was. */
  private forgetWithin(before: StateMap): void {
    for (const [id, removed] of this.states.deleted) {
      const state = before.get(id) ?? before.removed(id)?.state;
      if (state === undefined) this.states.deleted.delete(id);
      else this.states.deleted.set(id, { ...removed, state });
    }
  }

  private refusalOf(operations: readonly Operation[], clientId: string): Answer | null {
    const states = this.states.copy();
    for (const operation of operations) {
      if (JSON.stringify(operation).includes(POISON)) return refused(422, "validation_error", null);
      if (operation.op === "node.create" && isUsed(states, operation.node.id)) return refused(409, "id_taken", null);
      const need = missing(states, operation);
      if (need !== null) return refused(404, "not_found", need.id);
      const conflicts = this.conflictsOf(operation, clientId);
      if (conflicts.length > 0) return { ...refused(409, "edit_conflict", null), conflicts };
      states.take(
        apply(
          states,
          normalise(states, operation, () => this.newId()),
        ),
      );
    }
    return null;
  }

  private conflictsOf(operation: Operation, clientId: string): ConflictFact[] {
    if (!("patch" in operation) || operation.base_seq === undefined) return [];
    const { base_seq, patch } = operation;
    return touches(operation, this.states.graphId).flatMap(({ subjectId, pointer }) => {
      if (POSITIONS.has(pointer)) return [];
      const other = this.events.findLast(
        (event) =>
          event.seq > base_seq &&
          event.subject_id === subjectId &&
          event.data?.client_id !== clientId &&
          touchedPointers(event.change as Change).some((at) => pointersMeet(at, pointer)),
      );
      if (other === undefined) return [];
      const mine = (patch as Record<string, unknown>)[pointer.slice(pointer.lastIndexOf("/") + 1)];
      const theirs = valueAt(this.states.get(subjectId) as JsonObject | null, pointer);
      if (jsonEqual(mine, theirs)) return [];
      return [{ id: subjectId, field: pointer, mine, theirs, by: other.actor, at: other.recorded_at }];
    });
  }

  /** Executes operations and records what they changed, an event a subject. */
  private commit(operations: readonly Operation[], actor: string, data: LiveEvent["data"]): void {
    const before = new Map<string, SubjectState | null>();
    const causes = new Map<string, string>();
    for (const each of operations) {
      const { id: subject } = subjectOf(each, this.states.graphId);
      const changes = apply(
        this.states,
        normalise(this.states, each, () => this.newId()),
      );
      for (const id of changes.keys()) {
        if (!before.has(id)) before.set(id, this.states.get(id));
        if (id !== subject) causes.set(id, subject);
      }
      this.states.take(changes);
    }
    for (const [id, old] of before) {
      const state = this.states.get(id);
      const change = diffStates(old as JsonObject | null, state as JsonObject | null);
      if (isEmptyChange(change)) continue;
      this.seq += 1;
      if (state === null) this.versions.delete(id);
      else this.versions.set(id, this.seq);
      this.events.push({
        id: `evt_${this.seq}`,
        project_id: "prj",
        seq: this.seq,
        commit_seq: this.seq,
        v: 1,
        kind: "",
        subject_type: typeOf(state ?? old),
        subject_id: id,
        change,
        data,
        actor,
        request_id: null,
        causation: causes.get(id) ?? null,
        recorded_at: "2026-01-01T00:00:00Z",
      } as LiveEvent);
    }
  }

  /** Ends a commit: its events say where it ends. */
  private close(start: number): void {
    for (const event of this.events) if (event.seq > start) (event as { commit_seq: number }).commit_seq = this.seq;
  }

  private newId(): string {
    this.made += 1;
    return `made_${this.made}`;
  }
}

function refused(status: number, code: string, missing: string | null): Answer {
  return { applied: false, status, code, message: code, conflicts: [], missing };
}

function typeOf(state: SubjectState | null): string {
  const kind = state === null ? "node" : kindOf(state);
  return kind === "graph" ? "dialogue" : `dialogue_${kind}`;
}
