import { applyOperations, performGesture } from "../model/apply.ts";
import { type Content, subjectOf } from "../model/content.ts";
import { fieldOperation, fieldValue } from "../model/field.ts";
import type { Loaded } from "../model/loaded.ts";
import type { Operation } from "../model/operation.ts";
import { keepIdentity } from "../model/same.ts";
import { pointersMeet, touchedBy } from "../model/touched.ts";
import type { SentOperation } from "../saving/outbox/entry.ts";
import { withSubjects } from "./put-subject.ts";
import type { Subject } from "./recorded-change.ts";

/** A gesture that is shown and that the record, as far as it has been followed, does not have yet. */
export interface Layer {
  readonly id: string;
  readonly operations: readonly SentOperation[];
}

/** A field that shows what it showed, because somebody is writing in it. */
export interface Held {
  readonly subjectId: string;
  readonly pointer: string;
  readonly shown: unknown;
}

/**
 * The content that is seen: what the record has, with the gestures on top that it does not have yet. Only subjects that something
 * happened to are made again.
 */
export class OpenContent {
  base: Content;
  seen: Content;
  /** Sequence of each subject's last change in the record, as far as it has been followed. */
  readonly versions: Map<string, number>;
  private layers: readonly Layer[] = [];

  constructor({ content, versions }: Loaded) {
    this.base = content;
    this.seen = content;
    this.versions = new Map(versions);
  }

  get graphId(): string {
    return this.base.graph.id;
  }

  /** Does a gesture on what is seen and answers what undoes it. */
  perform(operations: readonly Operation[]): Operation[] {
    const { content, inverse } = performGesture(this.seen, operations);
    this.seen = content;
    return inverse;
  }

  /** Says which gestures lie on top; `silent` ids were performed on what is seen already. Answers what has to be made again. */
  layer(layers: readonly Layer[], silent: ReadonlySet<string> = new Set()): Set<string> {
    const before = new Map(this.layers.map((each) => [each.id, each]));
    const stale = new Set<string>();
    for (const each of layers) {
      const known = before.get(each.id);
      before.delete(each.id);
      if (silent.has(each.id) || known?.operations === each.operations) continue;
      this.collect(stale, each);
      if (known !== undefined) this.collect(stale, known);
    }
    for (const gone of before.values()) this.collect(stale, gone);
    this.layers = layers;
    return stale;
  }

  /** Replaces subjects of the record; null for what is gone. What is seen follows with {@link derive}. */
  record(subjects: ReadonlyMap<string, Subject | null>): void {
    this.base = withSubjects(this.base, subjects);
  }

  /** Makes what is seen of some subjects again; fields that are held keep what they show. */
  derive(ids: ReadonlySet<string>, held: readonly Held[] = []): void {
    if (ids.size === 0) return;
    const operations = this.layers.flatMap((each) =>
      each.operations.filter((operation) => this.isAbout(operation, ids)),
    );
    const next = applyOperations(this.ground(ids, operations), operations);
    const subjects = new Map<string, Subject | null>();
    for (const id of ids) {
      const made = subjectOf(next, id);
      subjects.set(id, made === undefined ? null : keepIdentity(subjectOf(this.seen, id), made));
    }
    this.seen = withSubjects(this.seen, subjects);
    for (const { subjectId, pointer, shown } of held) {
      if (!ids.has(subjectId) || fieldValue(this.seen, subjectId, pointer) === shown) continue;
      const operation = fieldOperation(this.seen, subjectId, pointer, shown);
      if (operation !== null) this.seen = applyOperations(this.seen, [operation]);
    }
  }

  /** The sequence from which an edit at a place starts: what its author was looking at; undefined for what was made here. */
  baseSeq(subjectId: string, pointers: readonly string[]): number | undefined {
    const mine = this.layers.findLast((each) => this.writes(each, subjectId, pointers));
    const operation = mine?.operations.findLast(
      (each) => each.base_seq !== undefined && this.writesAt(each, subjectId, pointers),
    );
    return operation?.base_seq ?? this.versions.get(subjectId);
  }

  /** Whether a gesture on top writes a field. */
  isMine(subjectId: string, pointer: string): boolean {
    return this.layers.some((each) => this.writes(each, subjectId, [pointer]));
  }

  private writes(layer: Layer, subjectId: string, pointers: readonly string[]): boolean {
    return layer.operations.some((operation) => this.writesAt(operation, subjectId, pointers));
  }

  private writesAt(operation: SentOperation, subjectId: string, pointers: readonly string[]): boolean {
    return touchedBy(operation, this.graphId).some(
      (at) => at.subjectId === subjectId && pointers.some((pointer) => pointersMeet(pointer, at.pointer)),
    );
  }

  private isAbout(operation: Operation, ids: ReadonlySet<string>): boolean {
    if (operation.op === "group.delete" || operation.op === "group.restore") return true;
    return touchedBy(operation, this.graphId).some(({ subjectId }) => ids.has(subjectId));
  }

  /** What the record has of some subjects. One that was deleted under somebody's edit is there as it last was. */
  private ground(ids: ReadonlySet<string>, operations: readonly Operation[]): Content {
    const nodes = new Map(
      [...ids].flatMap((id) => {
        const node = this.base.nodes.get(id);
        return node === undefined ? [] : [[id, node] as const];
      }),
    );
    let ground: Content = { ...this.base, nodes };
    for (const id of ids) {
      if (subjectOf(this.base, id) !== undefined || !this.base.removed.has(id)) continue;
      const first = operations.find((each) => touchedBy(each, this.graphId).some(({ subjectId }) => subjectId === id));
      if (first === undefined || !isEdit(first)) continue;
      const kind = this.base.removed.get(id)?.kind;
      const op = kind === "node" ? "node.restore" : kind === "group" ? "group.restore" : "annotation.restore";
      ground = applyOperations(ground, [{ op, id }]);
    }
    return ground;
  }

  private collect(ids: Set<string>, { operations }: Layer): void {
    for (const operation of operations) {
      for (const { subjectId } of touchedBy(operation, this.graphId)) ids.add(subjectId);
      if (operation.op !== "group.delete" && operation.op !== "group.restore") continue;
      for (const nodes of [this.base.nodes, this.seen.nodes]) {
        for (const node of nodes.values()) if (node.group_id === operation.id) ids.add(node.id);
      }
    }
  }
}

/** Whether somebody wrote something: an edit keeps what it edits in sight until they decide. */
function isEdit(operation: Operation): boolean {
  if (operation.op === "branch.create" || operation.op === "branch.update") return true;
  if (operation.op !== "node.update" && operation.op !== "group.update" && operation.op !== "annotation.update")
    return false;
  const words = ["text", "title", "speaker_label"];
  return words.some((name) => name in operation.patch);
}
