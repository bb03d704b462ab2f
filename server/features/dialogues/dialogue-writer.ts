import type { OpenOperation } from "#domain/dialogue/operations/operation.ts";
import {
  apply,
  isCreation,
  isRestoration,
  missing,
  needs,
  normalise,
  subjectOf,
  taken,
  touches,
} from "#domain/dialogue/operations/table.ts";
import { derivedMarks } from "#domain/dialogue/operations/words-patch.ts";
import { isPart, type RemovedSubject, type States, type SubjectState } from "#domain/dialogue/states.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { readCommit, readEvents } from "../../record/feed.ts";
import { type Resource, stateOf, type Version } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { findVersions } from "../../record/versions.ts";
import { type MarkedPart, requireMarksWithin } from "./marks-within.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";

type Loc = readonly (string | number)[];

const PREFIXES = { branch: "br", condition: "cnd", effect: "ef" } as const;
const POSITIONS = new Set(["/canvas_x", "/canvas_y"]);
/** Lists whose entries have ids. */
const LISTS = ["branches", "conditions", "on_enter_effects", "effects"] as const;

const RESOURCES = {
  graph: graphResource,
  node: nodeResource,
  group: groupResource,
  annotation: annotationResource,
} as Record<"graph" | "node" | "group" | "annotation", Resource<SubjectState>>;

/** Writes the operations of gestures on one dialogue into a unit of work, each by its row of the domain's table. */
export class DialogueWriter {
  private readonly record: UnitOfWork;
  private readonly graphId: string;
  private readonly now: number;
  private readonly clientId: string | null;
  /** Nodes that groups released which were deleted here, by group. */
  private readonly released = new Map<string, readonly string[]>();

  constructor(record: UnitOfWork, graphId: string, now: number, clientId: string | null = null) {
    this.record = record;
    this.graphId = graphId;
    this.now = now;
    this.clientId = clientId;
  }

  /** Reads ahead everything that operations will ask about: a thousand then cost as many statements as one. */
  async load(operations: readonly OpenOperation[]): Promise<void> {
    const { record } = this;
    const ids = { graph: [], node: [], group: [], annotation: [] } as Record<keyof typeof RESOURCES, string[]>;
    const fresh = structuredClone(ids);
    const gone = structuredClone(ids);
    const edits: { id: string; baseSeq: number }[] = [];
    for (const operation of operations) {
      const { id, kind } = subjectOf(operation, this.graphId);
      (isCreation(operation) ? fresh : ids)[kind].push(id);
      if (isRestoration(operation)) gone[kind].push(id);
      for (const need of needs(operation)) if (need.kind !== "branch") ids[need.kind].push(need.id);
      if ("base_seq" in operation && operation.base_seq !== undefined) edits.push({ id, baseSeq: operation.base_seq });
    }
    for (const kind of ["node", "group", "annotation"] as const) {
      const resource = RESOURCES[kind];
      await record.load(resource, [...new Set(ids[kind])]);
      await record.loadLast(resource, [...new Set(gone[kind])]);
      await record.loadUsed(resource, fresh[kind]);
    }
    await record.loadLater(edits);
  }

  /**
   * Applies one operation and answers the ids it wrote. `loc` is where the operation stands in the request, `saidAt` where what it
   * says does.
   *
   * @throws {@link Problem} `not_found` or `id_taken` with the id, a 422 that names the field, or `edit_conflict`.
   */
  async apply(sent: OpenOperation, loc: Loc, saidAt: Loc = [...loc, ...saidIn(sent)]): Promise<string[]> {
    const subject = subjectOf(sent, this.graphId);
    if (isCreation(sent)) await this.record.requireUnused(RESOURCES[subject.kind], [subject.id]);
    return this.write(sent, loc, saidAt);
  }

  /** Writes an operation as {@link apply} does, when an id of a created subject was made here. */
  async write(sent: OpenOperation, loc: Loc, saidAt: Loc): Promise<string[]> {
    const { record } = this;
    const subject = subjectOf(sent, this.graphId);
    const states = await this.statesFor(sent);
    const need = missing(states, sent);
    if (need !== null && need.field === null) throw new Problem("not_found", { detail: { id: need.id } });
    if (need !== null) {
      throw invalidValue([...saidAt, String(need.field)], `no such ${need.kind} in this dialogue`, need.id);
    }
    const used = taken(states, sent);
    if (used !== null) throw new Problem("id_taken", { detail: { id: used } });
    const operation = normalise(states, sent, (kind) => newId(PREFIXES[kind], this.now));
    requireDistinct(payloadOf(operation), saidAt);
    requireMarksWithin(markedIn(sent, states), saidAt);
    const changes = apply(states, operation);
    const isMoved =
      subject.kind === "node" && isAll(touches(operation, this.graphId), ({ pointer }) => POSITIONS.has(pointer));
    for (const [id, state] of changes) {
      const isOther = id !== subject.id;
      const note = {
        ...(isOther && { causation: subject.id }),
        ...(isMoved && { verb: "moved" }),
        loc: [...("node_id" in operation ? loc : saidAt)],
      };
      const resource = RESOURCES[isOther ? "node" : subject.kind];
      const version = states.versions.get(id);
      if (version !== undefined) {
        if (state === null) record.remove(resource, version, note);
        else record.update(resource, version, state, note);
      } else if (state !== null) {
        record.restoreLast(resource, id, state, note);
      }
    }
    if (operation.op === "group.delete") {
      this.released.set(
        subject.id,
        [...changes.keys()].filter((id) => id !== subject.id),
      );
    }
    const before = states.versions.get(subject.id);
    if ("base_seq" in operation && operation.base_seq !== undefined && before !== undefined) {
      const resource = RESOURCES[subject.kind];
      const from = stateOf(resource, before);
      const options = { clientId: this.clientId, from, loc: [...loc], derived: derivedMarks(sent) };
      await record.requireNoConflict(resource, subject.id, operation.base_seq, options);
    }
    return [...new Set([subject.id, ...changes.keys()])];
  }

  /** Loads the states that an operation may ask about, of this dialogue alone. */
  private async statesFor(operation: OpenOperation): Promise<LoadedStates> {
    const { record, graphId } = this;
    const { id, kind } = subjectOf(operation, graphId);
    const states = new LoadedStates(graphId);
    const add = async (resource: Resource<SubjectState>, ids: readonly string[]): Promise<void> => {
      for (const version of (await record.load(resource, ids)).values()) states.add(resource, version);
    };
    if (!isCreation(operation)) await add(RESOURCES[kind], [id]);
    for (const need of needs(operation)) if (need.kind !== "branch") await add(RESOURCES[need.kind], [need.id]);
    if (operation.op === "group.delete") {
      const members = await record.find(nodeResource, { group_id: id });
      for (const version of members) states.add(RESOURCES.node, version);
    }
    if (!isRestoration(operation)) return states;
    const state = await record.lastState(RESOURCES[kind], id);
    if (state === null || !("graph_id" in state) || state.graph_id !== graphId) return states;
    if (operation.op === "node.restore" && operation.group_id != null) await add(RESOURCES.group, [operation.group_id]);
    if ("group_id" in state && state.group_id !== null) await add(RESOURCES.group, [state.group_id]);
    // Who names the nodes that return spares the look into what the deletion took out.
    const named = operation.op === "group.restore" ? operation.node_ids : undefined;
    const released = named ?? (kind === "group" ? await this.releasedBy(id) : []);
    await add(RESOURCES.node, released);
    states.addRemoved(id, { state, released });
    return states;
  }

  /** The nodes that the deletion of a group took out of it. */
  private async releasedBy(groupId: string): Promise<readonly string[]> {
    const { db, projectId } = this.record;
    const here = this.released.get(groupId);
    if (here !== undefined) return here;
    const [last] = await readEvents(db, projectId, { subjectId: groupId }, { limit: 1, order: "desc" });
    const deleted = last?.change.unset?.includes("") ?? false;
    if (last === undefined || !deleted) return [];
    const commit = await readCommit(db, projectId, last.commit_seq);
    const nodes = commit.filter(({ subject_type }) => subject_type === nodeResource.type);
    const left = nodes.flatMap(({ causation, subject_id }) => (causation === groupId ? [subject_id] : []));
    // Those deleted in the same commit return to it too, where they were restored before it.
    const gone = nodes.flatMap(({ change, subject_id }) => (change.unset?.includes("") ? [subject_id] : []));
    if (gone.length === 0) return left;
    const before = last.commit_seq - commit.length;
    const members = await findVersions(db, nodeResource, projectId, { id: gone, group_id: groupId }, before);
    return [...new Set([...left, ...members.map(({ id }) => id)])];
  }
}

/** The states that one operation reads, taken from a unit of work before it is applied. */
class LoadedStates implements States {
  readonly graphId: string;
  readonly versions = new Map<string, Version<SubjectState>>();
  private readonly states = new Map<string, SubjectState>();
  private readonly gone = new Map<string, RemovedSubject>();

  constructor(graphId: string) {
    this.graphId = graphId;
  }

  /** Adds a version; subjects of other dialogues are treated as missing. */
  add(resource: Resource<SubjectState>, version: Version<SubjectState>): void {
    if (version.id !== this.graphId && !("graph_id" in version && version.graph_id === this.graphId)) return;
    this.versions.set(version.id, version);
    this.states.set(version.id, stateOf(resource, version));
  }

  addRemoved(id: string, removed: RemovedSubject): void {
    this.gone.set(id, removed);
  }

  get(id: string): SubjectState | null {
    return this.states.get(id) ?? null;
  }

  removed(id: string): RemovedSubject | null {
    return this.gone.get(id) ?? null;
  }

  members(groupId: string): string[] {
    return [...this.states].flatMap(([id, state]) => ("group_id" in state && state.group_id === groupId ? [id] : []));
  }
}

const PAYLOADS = ["node", "branch", "patch", "group", "annotation"] as const;

/** Returns the names of an operation's payload fields. */
function saidIn(operation: object): string[] {
  return PAYLOADS.filter((name) => name in operation);
}

function payloadOf(operation: OpenOperation): object {
  const [name] = saidIn(operation);
  return name === undefined ? {} : ((operation as unknown as Record<string, object>)[name] ?? {});
}

/** Two entries with one id would become one entry: refused, so that nothing is lost. */
function requireDistinct(said: object, loc: Loc): void {
  for (const name of LISTS) {
    const list = (said as Partial<Record<string, readonly { id: string }[]>>)[name] ?? [];
    const seen = new Set<string>();
    for (const [index, entry] of list.entries()) {
      if (seen.has(entry.id)) {
        throw invalidValue([...loc, name, index, "id"], "another entry of this list has the same id", entry.id);
      }
      seen.add(entry.id);
    }
    if (name === "branches") for (const [index, entry] of list.entries()) requireDistinct(entry, [...loc, name, index]);
  }
}

/** Words and marks that an operation says, with the words there are where it says none. */
function markedIn(sent: OpenOperation, states: States): MarkedPart {
  const said: MarkedPart = payloadOf(sent);
  const node = "node_id" in sent ? states.get(sent.node_id) : "id" in sent ? states.get(sent.id) : null;
  if (said.text_marks === undefined || !isPart("node", node)) return said;
  const branch = "node_id" in sent && "id" in sent ? node.branches[sent.id] : undefined;
  return "node_id" in sent
    ? { ...said, choice_text: said.choice_text ?? branch?.choice_text }
    : { ...said, text: said.text ?? node.text };
}

function isAll<T>(list: readonly T[], test: (entry: T) => boolean): boolean {
  return list.length > 0 && list.every(test);
}
