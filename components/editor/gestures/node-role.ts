import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../model/model.ts";
import { madeOf, type NodeKindMade } from "./create-node.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { selectedNodes } from "./selected-parts.ts";

/** The node a dialogue starts with: the one that is set, else the first made; null when that is gone. */
export function startOf(model: Model): string | null {
  const { start_node_id } = model.graph;
  if (start_node_id !== null) return model.nodes.has(start_node_id) ? start_node_id : null;
  return model.nodes.keys().next().value ?? null;
}

/** Makes a node the one the dialogue starts with. */
export function setStart(model: Model, nodeId: string): Gesture | null {
  const node = model.nodes.get(nodeId);
  if (node === undefined || model.graph.start_node_id === nodeId) return null;
  return {
    label: `Start with ${quoted(node)}`,
    operations: [{ op: "dialogue.update", patch: { start_node_id: nodeId } }],
    said: `The dialogue starts with ${quoted(node)} now.`,
  };
}

/** Makes the selected nodes lines, conditions, hubs or endings. Nothing else about them changes. */
export function changeKind(model: Model, selection: readonly string[], kind: NodeKindMade): Gesture | null {
  const nodes = selectedNodes(model, selection).filter((id) => model.nodes.get(id)?.kind !== kind);
  const [first] = nodes;
  if (first === undefined) return null;
  const name = nodes.length === 1 ? quoted(model.nodes.get(first)) : counted(nodes.length, "card");
  return {
    label: `Make ${name} ${madeOf(kind)}`,
    operations: nodes.map((id): Operation => ({ op: "node.update", id, patch: { kind } })),
    said: `${name} ${nodes.length === 1 ? "is" : "are"} ${madeOf(kind)} now.`,
  };
}
