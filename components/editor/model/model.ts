import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode } from "#domain/dialogue/wire.ts";

/** A node as the studio knows it. Replaced, never changed in place: `===` says whether anything about it is new. */
export type Node = Pick<
  DialogueNode,
  | "id"
  | "kind"
  | "title"
  | "text"
  | "text_marks"
  | "speaker_id"
  | "speaker_label"
  | "tags"
  | "status"
  | "final_text"
  | "group_id"
  | "canvas_x"
  | "canvas_y"
  | "conditions"
  | "on_enter_effects"
  | "branches"
  | "exit_to"
  | "properties"
  | "extensions"
  | "source"
>;
export type Graph = Pick<DialogueGraph, "id" | "name" | "description" | "start_node_id">;
export type Group = Pick<DialogueGroup, "id" | "title" | "color">;
export type Annotation = Omit<DialogueAnnotation, "graph_id">;

/**
 * The content of one dialogue. Maps are in order of creation. What did not change keeps its identity: `branches` of a
 * node whose text changed is the same array, and so are all other nodes.
 */
export interface Model {
  readonly graph: Graph;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly annotations: ReadonlyMap<string, Annotation>;
}
