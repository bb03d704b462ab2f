import { NEW_LINE } from "#domain/dialogue/line-status.ts";
import type { ProblemNode } from "#domain/problems/find-problems.ts";
import type { Model, Node } from "../model/model.ts";

/** A node of the store with what the rules read of it. */
export function storeNode(node: ProblemNode, more: Partial<Node> = {}): Node {
  return {
    title: node.id,
    tags: [],
    text_marks: [],
    ...NEW_LINE,
    group_id: null,
    canvas_x: 0,
    canvas_y: 0,
    properties: {},
    source: null,
    ...node,
    ...more,
  };
}

/** The content of a dialogue with these nodes. */
export function contentOf(nodes: readonly Node[], start: string | null = null): Model {
  return {
    graph: { id: "dlg_here", name: "Here", description: "", start_node_id: start },
    nodes: new Map(nodes.map((node) => [node.id, node])),
    groups: new Map(),
    annotations: new Map(),
  };
}
