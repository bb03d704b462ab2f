import type { StoredNodeLists } from "./keyed.ts";
import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode, RecordMeta, Source } from "./wire.ts";

/** Origin of an imported subject, as the record stores it. */
type Sourced = {
  source_format: string | null;
  source_key: string | null;
};

/** The source of what no import made. */
export const UNSOURCED: Sourced = { source_format: null, source_key: null };

/** State of a dialogue graph as the record keeps it; its nodes, groups and annotations are subjects of their own. */
export type GraphState = Sourced &
  Pick<DialogueGraph, "external_id" | "name" | "description" | "folder" | "start_node_id" | "extensions">;

/** State of a node. Lists that people edit side by side are stored as maps by id with an order key. */
export type NodeState = Sourced &
  StoredNodeLists &
  Omit<DialogueNode, keyof RecordMeta | keyof StoredNodeLists | "id" | "project_id" | "source">;

/** State of a group; a node says itself which group it is in. */
export type GroupState = Sourced & Omit<DialogueGroup, "id">;

/** State of an annotation on the canvas. */
export type AnnotationState = Sourced & Omit<DialogueAnnotation, "id">;

/** The states of the parts of a dialogue, by kind. */
export interface PartStates {
  node: NodeState;
  group: GroupState;
  annotation: AnnotationState;
}
export type PartKind = keyof PartStates;

/** The state of a dialogue or of a part of it. */
export type SubjectState = GraphState | PartStates[PartKind];

/** Deleted subject: its last state, and for a group the nodes that its deletion released. */
export interface RemovedSubject {
  readonly state: SubjectState;
  readonly released?: readonly string[];
}

/** A view of the states of one dialogue, read by operations and never changed by them. */
export interface States {
  readonly graphId: string;
  /** The state of the dialogue, or of a part of it that exists. */
  get(id: string): SubjectState | null;
  /** Returns a deleted subject that can be restored; null for one that never was, and for one that exists. */
  removed(id: string): RemovedSubject | null;
  /** Ids of the nodes in a group. */
  members(groupId: string): readonly string[];
}

/** Changed states by id, in the order of their events; null is deleted. What does not change is absent. */
export type Changes = ReadonlyMap<string, SubjectState | null>;

/** Whether a state is that of a part of this kind. */
export function isPart<K extends PartKind>(kind: K, state: SubjectState | null | undefined): state is PartStates[K] {
  return state !== null && state !== undefined && kindOf(state) === kind;
}

/** The kind of subject that a state is of. */
export function kindOf(state: SubjectState): PartKind | "graph" {
  if ("branches" in state) return "node";
  if ("name" in state) return "graph";
  return "text" in state ? "annotation" : "group";
}

/** Returns the origin of a subject as one value; null where no import made it. */
export function sourceOf({ source_format, source_key }: Sourced): Source | null {
  return source_format === null || source_key === null ? null : { format: source_format, key: source_key };
}
