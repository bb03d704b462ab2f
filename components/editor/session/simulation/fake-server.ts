import { nodeListsToKeyed } from "#domain/dialogue/keyed.ts";
import { applyOperations } from "../../model/apply.ts";
import { type Content, subjectOf } from "../../model/content.ts";
import type { Loaded } from "../../model/loaded.ts";
import type { Operation } from "../../model/operation.ts";
import { neededBy, pointersMeet, touchedBy } from "../../model/touched.ts";
import type { ConflictFact } from "../../saving/outbox/entry.ts";
import type { BatchAnswer, GestureAnswer, SentBatch } from "../../saving/outbox/transport.ts";
import type { Feed } from "../feed.ts";
import type { RecordedEvent } from "../recorded-change.ts";

type Fields = Record<string, unknown>;
type Answer = Extract<GestureAnswer, { applied: false }>;

/** A gesture the server has recorded. */
export interface Recorded {
  readonly label: string;
  readonly operations: readonly Operation[];
}

const POISON = "poison";
/** Words on which the server itself fails. */
const DEFECT = "defect";
const POSITIONS = new Set(["/canvas_x", "/canvas_y", "/group_id"]);

/** A server with one dialogue that treats batches, versions and conflicts as the real one does. */
export class FakeServer {
  content: Content;
  readonly versions = new Map<string, number>();
  readonly events: RecordedEvent[] = [];
  readonly recorded: Recorded[] = [];
  private readonly answers = new Map<string, GestureAnswer>();
  /** What was sent under each answer. */
  private readonly sent = new Map<string, string>();
  seq = 0;

  constructor(content: Content) {
    this.content = content;
    for (const id of [
      content.graph.id,
      ...content.nodes.keys(),
      ...content.groups.keys(),
      ...content.annotations.keys(),
    ]) {
      this.seq += 1;
      this.versions.set(id, this.seq);
    }
  }

  load(): { seq: number; loaded: Loaded } {
    return {
      seq: this.seq,
      loaded: { content: { ...this.content, removed: new Map() }, versions: new Map(this.versions) },
    };
  }

  feed(reaches: () => boolean): Feed {
    const reach = async () => {
      if (!reaches()) throw new Error("not reached");
    };
    return {
      events: async (afterSeq) => {
        await reach();
        return { events: this.events.filter(({ seq }) => seq > afterSeq), hasMore: false };
      },
      nodes: async (ids) => {
        await reach();
        return ids.flatMap((id) => {
          const node = this.content.nodes.get(id);
          return node === undefined ? [] : [{ node, seq: this.versions.get(id) ?? 0 }];
        });
      },
    };
  }

  /** Somebody else changes something, one commit. */
  change(actor: string, operations: readonly Operation[]): void {
    this.commit(applyOperations(this.content, operations), actor, null);
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
    const answers = gestures.map((gesture, index) => {
      const key = `${batchId} ${index}`;
      const earlier = this.answers.get(key);
      if (earlier !== undefined) return earlier;
      const refusal = this.refusalOf(gesture.operations, clientId);
      if (refusal === null) {
        this.recorded.push(gesture);
        this.commit(applyOperations(this.content, gesture.operations), "user:me", {
          client_id: clientId,
          batch_id: batchId,
        });
      }
      const versions = gesture.operations.flatMap((operation) =>
        touchedBy(operation, this.content.graph.id).map(({ subjectId: id }) => ({
          id,
          seq: this.versions.get(id) ?? null,
        })),
      );
      const answer: GestureAnswer = refusal ?? { applied: true, versions };
      this.answers.set(key, answer);
      this.sent.set(key, JSON.stringify(gesture));
      return answer;
    });
    for (const event of this.events) if (event.seq > start) (event as { commit_seq: number }).commit_seq = this.seq;
    return { seq: this.seq, gestures: answers, requestId: null };
  }

  private refusalOf(operations: SentBatch["gestures"][number]["operations"], clientId: string): Answer | null {
    let content = this.content;
    for (const operation of operations) {
      if (JSON.stringify(operation).includes(POISON)) return refused(422, "validation_error", null);
      const missing = neededBy(operation).find((id) => !exists(content, id));
      const isNew =
        operation.op === "node.create" &&
        (subjectOf(content, operation.node.id) ?? content.removed.get(operation.node.id));
      if (isNew !== undefined && isNew !== false) return refused(409, "id_taken", null);
      if (missing !== undefined) return refused(404, "not_found", missing);
      if (
        "id" in operation &&
        operation.op.endsWith(".restore") &&
        !exists(content, operation.id) &&
        !content.removed.has(operation.id)
      ) {
        return refused(404, "not_found", operation.id);
      }
      const conflicts = this.conflictsOf(operation, clientId);
      if (conflicts.length > 0) return { ...refused(409, "edit_conflict", null), conflicts };
      content = applyOperations(content, [operation]);
    }
    return null;
  }

  private conflictsOf(
    operation: SentBatch["gestures"][number]["operations"][number],
    clientId: string,
  ): ConflictFact[] {
    const { base_seq } = operation;
    if (base_seq === undefined || !("patch" in operation)) return [];
    return touchedBy(operation, this.content.graph.id).flatMap(({ subjectId, pointer }) => {
      if (POSITIONS.has(pointer)) return [];
      const theirs = this.events.findLast(
        (event) =>
          event.seq > base_seq &&
          event.subject_id === subjectId &&
          event.data?.client_id !== clientId &&
          [...Object.keys(event.change.set ?? {}), ...(event.change.unset ?? [])].some((at) =>
            pointersMeet(at, pointer),
          ),
      );
      if (theirs === undefined) return [];
      const name = pointer.slice(pointer.lastIndexOf("/") + 1);
      const mine = (operation.patch as Fields)[name];
      const current = (stateOf(this.content, subjectId) as Fields | null)?.[name];
      if (mine === current) return [];
      return [
        { id: subjectId, field: pointer, mine, theirs: current ?? null, by: theirs.actor, at: theirs.recorded_at },
      ];
    });
  }

  private commit(next: Content, actor: string, data: Fields | null): void {
    const before = this.content;
    this.content = next;
    const ids = new Set(
      [before, next].flatMap((each) => [
        each.graph.id,
        ...each.nodes.keys(),
        ...each.groups.keys(),
        ...each.annotations.keys(),
      ]),
    );
    for (const id of ids) {
      const change = diff(stateOf(before, id), stateOf(next, id));
      if (change === null) continue;
      this.seq += 1;
      if (subjectOf(next, id) === undefined) this.versions.delete(id);
      else this.versions.set(id, this.seq);
      this.events.push({
        id: `evt_${this.seq}`,
        project_id: "prj",
        seq: this.seq,
        commit_seq: this.seq,
        v: 1,
        kind: "",
        subject_type: typeOf(id),
        subject_id: id,
        change,
        data,
        actor,
        request_id: null,
        causation: null,
        recorded_at: "2026-01-01T00:00:00Z",
      } as RecordedEvent);
    }
  }
}

function refused(status: number, code: string, missing: string | null): Answer {
  return { applied: false, status, code, message: code, conflicts: [], missing };
}

function exists(content: Content, id: string): boolean {
  if (subjectOf(content, id) !== undefined) return true;
  return [...content.nodes.values()].some(({ branches }) => branches.some((branch) => branch.id === id));
}

function typeOf(id: string): string {
  if (id.startsWith("node")) return "dialogue_node";
  if (id.startsWith("grp")) return "dialogue_group";
  return id.startsWith("ann") ? "dialogue_annotation" : "dialogue";
}

/** A subject as it is stored: its lists keyed. */
function stateOf(content: Content, id: string): Fields | null {
  const subject = subjectOf(content, id);
  if (subject === undefined) return null;
  if (!("branches" in subject)) return { ...subject, graph_id: content.graph.id } as unknown as Fields;
  const { id: _, source: __, ...rest } = subject;
  return { ...rest, ...nodeListsToKeyed(subject), graph_id: content.graph.id } as unknown as Fields;
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function diff(before: Fields | null, after: Fields | null): RecordedEvent["change"] | null {
  if (before === null && after === null) return null;
  if (after === null) return { unset: [""] };
  if (before === null) return { set: { "": after as never } };
  const set: Fields = {};
  const unset: string[] = [];
  collect(before, after, "", set, unset);
  return Object.keys(set).length + unset.length === 0 ? null : { set: set as never, unset };
}

function collect(before: Fields, after: Fields, at: string, set: Fields, unset: string[]): void {
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) unset.push(`${at}/${name}`);
  for (const [name, value] of Object.entries(after)) {
    const old = before[name];
    if (isRecord(old) && isRecord(value)) collect(old, value, `${at}/${name}`, set, unset);
    else if (JSON.stringify(old) !== JSON.stringify(value)) set[`${at}/${name}`] = value;
  }
}
