import { addToList } from "#domain/add-to-list.ts";
import { applyChange, type Change } from "#domain/change/change.ts";
import { pointersMeet } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { apply, inverse, normalise, touches } from "#domain/dialogue/operations/table.ts";
import { StateMap } from "#domain/dialogue/state-map.ts";
import { isPart, kindOf, type SubjectState } from "#domain/dialogue/states.ts";
import { isJsonObject, type JsonObject, jsonEqual } from "#domain/json.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { LiveEvent } from "../live/live-message.ts";
import { fieldOf, fieldOperation } from "../model/field.ts";
import type { Model } from "../model/model.ts";
import { ModelView, subjectFrom } from "../model/model-view.ts";
import type { ComparedMoment } from "../store/dialogue-state.ts";

/** A dialogue as the record has it at a sequence: the state of each subject, and the sequence of its last change. */
export interface LoadedDialogue {
  readonly graphId: string;
  readonly seq: number;
  readonly states: readonly { readonly id: string; readonly seq: number; readonly state: SubjectState }[];
  /** Set where an earlier moment is compared with another: the states are then of both. */
  readonly compared?: ComparedMoment;
}

/** A gesture that is shown and that the record, as far as it has been followed, does not have yet. */
export interface Layer {
  readonly id: string;
  readonly operations: readonly Operation[];
}

/** A field that shows what it showed, because somebody is writing in it. */
export interface HeldField {
  readonly subjectId: string;
  readonly pointer: string;
  readonly shown: unknown;
}

const SUBJECT_TYPES: ReadonlySet<string> = new Set([
  "dialogue",
  "dialogue_node",
  "dialogue_group",
  "dialogue_annotation",
]);
const ID_PREFIXES = { branch: "br", condition: "cnd", effect: "ef" } as const;

/** Holds the content that is seen: what the record has (base), with the gestures on top that it does not have yet (layers). */
export class OpenContent {
  readonly graphId: string;
  readonly base: StateMap;
  /** Sequence of each subject's last change in the record, as far as it has been followed. */
  readonly versions = new Map<string, number>();
  private readonly view: ModelView;
  private seen: StateMap;
  /** Subjects that are seen otherwise than the record has them. */
  private layered = new Set<string>();
  private layers: readonly Layer[] = [];
  /** Nodes that left their groups in the commit being folded: a group that is deleted in it may come back with them. */
  private left: { commit: number; groups: Map<string, string[]> } = { commit: 0, groups: new Map() };

  constructor({ graphId, states }: LoadedDialogue) {
    this.graphId = graphId;
    this.base = new StateMap(
      graphId,
      states.map(({ id, state }) => [id, state]),
    );
    for (const { id, seq } of states) this.versions.set(id, seq);
    this.seen = this.base.copy();
    this.view = new ModelView(graphId, this.base.present);
  }

  /** Content as it is drawn. */
  get model(): Model {
    return this.view.model;
  }

  /** Applies a gesture to what is seen; returns its operations with the ids they left open, and those that undo them. */
  perform(sent: readonly Operation[]): { operations: Operation[]; inverse: Operation[] } {
    const operations: Operation[] = [];
    const back: Operation[][] = [];
    const written = new Set<string>();
    for (const each of sent) {
      const operation = normalised(this.seen, each);
      operations.push(operation);
      back.push(inverse(this.seen, operation));
      this.write(this.seen, operation, written);
    }
    for (const id of written) this.layered.add(id);
    this.show(written);
    return { operations, inverse: back.reverse().flat() };
  }

  /** Folds an event into the base; returns whether it is about this dialogue. */
  fold({ subject_type, subject_id: id, seq, commit_seq, change, causation }: LiveEvent): boolean {
    const { base } = this;
    if (!SUBJECT_TYPES.has(subject_type)) return false;
    const before = base.get(id);
    if (before === null && !this.isMadeHere(id, change)) return false;
    const state = applyChange(before as JsonObject | null, change as Change) as SubjectState | null;
    if (this.left.commit !== commit_seq) this.left = { commit: commit_seq, groups: new Map() };
    // What the deletion of a group released returns to it, and so does what is deleted in the same commit, once both are restored.
    const group = isPart("node", before) ? before.group_id : null;
    if (group !== null && (state === null || causation === group)) addToList(this.left.groups, group, id);
    if (state !== null) {
      base.take(new Map([[id, state]]));
      this.versions.set(id, seq);
    } else if (before !== null) {
      const released = [...(this.left.groups.get(id) ?? []), ...base.members(id)];
      base.take(new Map([[id, null]]));
      if (isPart("group", before)) base.deleted.set(id, { state: before, released });
      this.versions.delete(id);
    }
    return true;
  }

  /** Says which gestures lie on top; `silent` ids were performed on what is seen already. Returns whether others came, went or changed. */
  layer(layers: readonly Layer[], silent: ReadonlySet<string> = new Set()): boolean {
    const before = new Map(this.layers.map((each) => [each.id, each.operations]));
    let isStale = false;
    for (const { id, operations } of layers) {
      if (!silent.has(id) && before.get(id) !== operations) isStale = true;
      before.delete(id);
    }
    this.layers = layers;
    return isStale || before.size > 0;
  }

  /**
   * Applies the layers to the base and returns the ids of what is seen otherwise now. It is not drawn before {@link show}: until
   * then the model says what it was. `recorded` are the ids of what the record changed.
   */
  derive(recorded: ReadonlySet<string>): ReadonlySet<string> {
    const seen = this.base.copy();
    const layered = new Set<string>();
    for (const { operations } of this.layers)
      for (const each of operations) {
        this.bringBack(seen, each, layered);
        this.write(seen, normalised(seen, each), layered);
      }
    const stale = new Set(
      [...recorded, ...this.layered, ...layered].filter((id) => !jsonEqual(this.seen.get(id), seen.get(id))),
    );
    this.seen = seen;
    this.layered = layered;
    return stale;
  }

  /** Draws what is seen of some subjects; fields that are held keep what they show. */
  show(ids: ReadonlySet<string>, held: readonly HeldField[] = []): void {
    const written = new Set(ids);
    for (const { subjectId, pointer, shown } of held) {
      if (!ids.has(subjectId) || this.fieldIn(this.seen, subjectId, pointer) === shown) continue;
      const operation = fieldOperation(this.model, subjectId, pointer, shown);
      if (operation === null) continue;
      this.write(this.seen, operation, written);
      this.layered.add(subjectId);
    }
    this.view.take(new Map([...written].map((id) => [id, this.seen.get(id)])));
  }

  /** The value of a field as the record has it; undefined when its subject is gone. */
  recorded(subjectId: string, pointer: string): unknown {
    return this.fieldIn(this.base, subjectId, pointer);
  }

  /** The sequence from which an edit at a place starts: what its author was looking at; undefined for what was made here. */
  baseSeq(subjectId: string, pointers: readonly string[]): number | undefined {
    const mine = this.layers.findLast((each) => this.writes(each, subjectId, pointers));
    const operation = mine?.operations.findLast(
      (each) => baseOf(each) !== undefined && this.writesAt(each, subjectId, pointers),
    );
    return (operation && baseOf(operation)) ?? this.versions.get(subjectId);
  }

  /** Whether a gesture on top writes a field. */
  isMine(subjectId: string, pointer: string): boolean {
    return this.layers.some((each) => this.writes(each, subjectId, [pointer]));
  }

  private writes(layer: Layer, subjectId: string, pointers: readonly string[]): boolean {
    return layer.operations.some((operation) => this.writesAt(operation, subjectId, pointers));
  }

  private writesAt(operation: Operation, subjectId: string, pointers: readonly string[]): boolean {
    return touches(operation, this.graphId).some(
      (at) => at.subjectId === subjectId && pointers.some((pointer) => pointersMeet(pointer, at.pointer)),
    );
  }

  private fieldIn(states: StateMap, subjectId: string, pointer: string): unknown {
    const state = states.get(subjectId);
    if (state === null) return undefined;
    return fieldOf(subjectFrom(subjectId, state), pointer);
  }

  /** Whether a change makes a part of this dialogue. */
  private isMadeHere(id: string, change: LiveEvent["change"]): boolean {
    const made = change.set?.[""];
    return isJsonObject(made) && (id === this.graphId || made.graph_id === this.graphId);
  }

  private write(states: StateMap, operation: Operation, written: Set<string>): void {
    const changes = apply(states, operation);
    states.take(changes);
    for (const id of changes.keys()) written.add(id);
  }

  /** Restores the last state of a subject that was deleted while somebody edited it, until they decide. */
  private bringBack(states: StateMap, operation: Operation, written: Set<string>): void {
    if (!isEdit(operation)) return;
    const id = touches(operation, this.graphId)[0]?.subjectId ?? "";
    const removed = written.has(id) ? null : states.removed(id);
    if (removed === null) return;
    this.write(states, { op: `${kindOf(removed.state)}.restore`, id } as Operation, written);
  }
}

/** An operation with ids for what it leaves open, as gestures of an older studio do. */
function normalised(states: StateMap, operation: Operation): Operation {
  return normalise(states, operation, (kind) => newId(ID_PREFIXES[kind]));
}

/** The sequence an operation says it starts from. */
function baseOf(operation: Operation): number | undefined {
  return "base_seq" in operation ? operation.base_seq : undefined;
}

/** Whether somebody wrote something: an edit keeps what it edits in sight until they decide. */
function isEdit(operation: Operation): boolean {
  if (operation.op === "branch.create" || operation.op === "branch.update") return true;
  if (operation.op !== "node.update" && operation.op !== "group.update" && operation.op !== "annotation.update")
    return false;
  const words = ["text", "title", "speaker_label"];
  return words.some((name) => name in operation.patch);
}
