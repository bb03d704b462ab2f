import { annotationFromState, graphFromState, groupFromState, nodeFromState } from "#domain/dialogue/from-state.ts";
import type { NodeLists } from "#domain/dialogue/keyed.ts";
import { type Changes, type GraphState, isPart, type NodeState, type SubjectState } from "#domain/dialogue/states.ts";
import { noteOrigin } from "./changed-parts.ts";
import type { Annotation, Graph, Group, Model, Node } from "./model.ts";

/** A dialogue, or a part of it, in the form that is drawn. */
export type Subject = Graph | Node | Group | Annotation;

/** Turns a stored state into the form that is drawn; `before` is what it was, whose objects are used where they say the same. */
export function subjectFrom(
  id: string,
  state: SubjectState,
  before?: { readonly state: SubjectState; readonly subject: Subject },
): Subject {
  if (isPart("node", state)) {
    const { graph_id, ...node } = nodeFromState(id, state, listsOf(state, before));
    return keepIdentity(before?.subject, node);
  }
  const { graph_id, ...subject } = isPart("group", state)
    ? groupFromState(id, state)
    : isPart("annotation", state)
      ? annotationFromState(id, state)
      : { ...drawnOf(graphFromState(id, state as GraphState)), graph_id: id };
  return keepIdentity(before?.subject, subject);
}

const drawnOf = ({ id, name, description, start_node_id }: Graph): Graph => ({ id, name, description, start_node_id });

/** The lists of a node as they were drawn before, where they are stored as they were. */
function listsOf(state: NodeState, before?: { state: SubjectState; subject: Subject }): NodeLists | undefined {
  if (before === undefined || !isPart("node", before.state)) return undefined;
  const { branches, conditions, on_enter_effects } = before.state;
  const isSame =
    branches === state.branches && conditions === state.conditions && on_enter_effects === state.on_enter_effects;
  return isSame ? (before.subject as Node) : undefined;
}

/** Keeps the form that is drawn in step with stored states. What says the same stays the same object, and so does its map. */
export class ModelView {
  model: Model;
  private readonly states = new Map<string, SubjectState>();
  /** Position of every subject there ever was, in order of creation: a restored one takes its position again. */
  private readonly places = new Map<string, number>();

  constructor(graphId: string, states: Changes) {
    const empty = { id: graphId, name: "", description: "", start_node_id: null };
    this.model = { graph: empty, nodes: new Map(), groups: new Map(), annotations: new Map() };
    this.take(states);
  }

  /** Takes in changed states by id; null is deleted. */
  take(changes: Changes): void {
    const { model } = this;
    let { graph } = model;
    const nodes = new Draft(model.nodes, this.places);
    const groups = new Draft(model.groups, this.places);
    const annotations = new Draft(model.annotations, this.places);
    for (const [id, state] of changes) {
      const known = this.states.get(id);
      if (state === null) {
        this.states.delete(id);
        for (const each of [nodes, groups, annotations]) each.delete(id);
        continue;
      }
      const before = id === graph.id ? graph : (nodes.get(id) ?? groups.get(id) ?? annotations.get(id));
      const made = subjectFrom(id, state, known && before && { state: known, subject: before });
      this.states.set(id, state);
      if (made === before) continue;
      if (id === graph.id) graph = made as Graph;
      else if (isPart("node", state)) nodes.set(made as Node);
      else if (isPart("group", state)) groups.set(made as Group);
      else annotations.set(made as Annotation);
    }
    this.model = { graph, nodes: nodes.finish(), groups: groups.finish(), annotations: annotations.finish() };
  }
}

/** A map of parts being changed: copied once, if at all, and brought into order once. */
class Draft<T extends { readonly id: string }> {
  private readonly places: Map<string, number>;
  private readonly before: ReadonlyMap<string, T>;
  private now: ReadonlyMap<string, T>;
  private own: Map<string, T> | null = null;
  private readonly changed = new Set<string>();
  private isUnordered = false;

  constructor(map: ReadonlyMap<string, T>, places: Map<string, number>) {
    this.before = map;
    this.now = map;
    this.places = places;
  }

  get(id: string): T | undefined {
    return this.now.get(id);
  }

  set(part: T): void {
    const { id } = part;
    if (!this.places.has(id)) this.places.set(id, this.places.size);
    else if (!this.now.has(id)) this.isUnordered = true;
    this.writable(id).set(id, part);
  }

  delete(id: string): void {
    if (this.now.has(id)) this.writable(id).delete(id);
  }

  finish(): ReadonlyMap<string, T> {
    const placeOf = (id: string) => this.places.get(id) ?? 0;
    if (this.isUnordered) this.now = new Map([...this.now].sort(([a], [b]) => placeOf(a) - placeOf(b)));
    noteOrigin(this.now, this.before, this.changed);
    return this.now;
  }

  private writable(id: string): Map<string, T> {
    this.changed.add(id);
    this.own ??= new Map(this.now);
    this.now = this.own;
    return this.own;
  }
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * `next` as it is, in the identity of `known` as far as the two are equal: what did not change stays the same object, however it
 * was made.
 */
export function keepIdentity<T>(known: T | undefined, next: T): T {
  if (known === undefined || known === next || !isObject(known) || !isObject(next)) return next;
  if (Array.isArray(known) !== Array.isArray(next)) return next;
  return (Array.isArray(next) ? keptArray(known as never, next) : keptObject(known as Fields, next as Fields)) as T;
}

function keptObject(known: Fields, next: Fields): Fields {
  const names = Object.keys(next);
  let isSame = names.length === Object.keys(known).length;
  const kept: Fields = {};
  for (const name of names) {
    kept[name] = keepIdentity(known[name], next[name]);
    if (kept[name] !== known[name] || !Object.hasOwn(known, name)) isSame = false;
  }
  return isSame ? known : kept;
}

function keptArray(known: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const byId = new Map(known.flatMap((each) => (isObject(each) && "id" in each ? [[each.id, each]] : [])));
  const kept = next.map((each, index) =>
    keepIdentity(isObject(each) && "id" in each ? byId.get(each.id) : known[index], each),
  );
  return kept.length === known.length && kept.every((each, index) => each === known[index]) ? known : kept;
}
