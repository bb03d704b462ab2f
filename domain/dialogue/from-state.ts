import { type NodeLists, nodeListsFromKeyed } from "./keyed.ts";
import { type AnnotationState, type GraphState, type GroupState, type NodeState, sourceOf } from "./states.ts";
import type { DialogueAnnotation, DialogueGraph, DialogueGroup, DialogueNode, RecordMeta } from "./wire.ts";

/** Wire form of a subject without its times, sequences and project. */
type Content<T> = Omit<T, keyof RecordMeta | "project_id">;

/** Turns the state of a graph into its wire form. */
export function graphFromState(id: string, state: GraphState): Content<DialogueGraph> {
  const { external_id, name, description, folder, start_node_id, extensions } = state;
  return { id, external_id, name, description, folder, start_node_id, extensions, source: sourceOf(state) };
}

/** Turns the state of a node into its wire form: its keyed lists as arrays in order, or those given where they are known. */
export function nodeFromState(
  id: string,
  state: NodeState,
  { conditions, on_enter_effects, branches }: NodeLists = nodeListsFromKeyed(state),
): Content<DialogueNode> {
  return {
    id,
    graph_id: state.graph_id,
    kind: state.kind,
    title: state.title,
    text: state.text,
    text_marks: state.text_marks,
    speaker_id: state.speaker_id,
    speaker_label: state.speaker_label,
    tags: state.tags,
    status: state.status,
    final_text: state.final_text,
    group_id: state.group_id,
    canvas_x: state.canvas_x,
    canvas_y: state.canvas_y,
    branches,
    conditions,
    on_enter_effects,
    exit_to: state.exit_to,
    properties: state.properties,
    extensions: state.extensions,
    source: sourceOf(state),
  };
}

/** Turns the state of a group into its wire form. */
export function groupFromState(id: string, { graph_id, title, color }: GroupState): DialogueGroup {
  return { id, graph_id, title, color };
}

/** Turns the state of an annotation into its wire form. */
export function annotationFromState(id: string, state: AnnotationState): DialogueAnnotation {
  const { graph_id, text, canvas_x, canvas_y, width, height, color } = state;
  return { id, graph_id, text, canvas_x, canvas_y, width, height, color };
}
