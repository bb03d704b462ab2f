import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { NodeKind } from "#domain/dialogue/wire.ts";
import type { Position } from "#domain/layout-layers.ts";
import { leadTo, type Port } from "./connect.ts";
import { bornBranches, newNode, placed } from "./create-node.ts";
import { type NodeGesture, quoted } from "./gesture.ts";
import { newBranch, within } from "./new-branch.ts";
import { madeOf } from "./node-kinds.ts";
import { freePosition, nodeBox, type PlacedModel, positionAfter } from "./place.ts";

/** A new node that an edge leads to: at the place where the edge was dropped, or else right of the node it leaves. */
export function createConnected(
  model: PlacedModel,
  port: Port,
  kind: NodeKind,
  at: Position | null,
  fields: Partial<NewNode> = {},
): NodeGesture | null {
  const from = model.nodes.get(port.nodeId);
  if (from === undefined) return null;
  const node = newNode(kind, { group_id: at === null ? from.group_id : null, ...fields });
  const position = at === null ? positionAfter(model, from.id, node) : freePosition(model, at, node);
  return {
    label: `Add ${madeOf(kind)} after ${quoted(from)}`,
    operations: [{ op: "node.create", node: placed(node, position) }, ...leadTo(model, port, within(node.id))],
    select: [node.id],
    nodeId: node.id,
    said: `Added ${madeOf(kind)} after ${quoted(from)}.`,
  };
}

/**
 * Puts a new node into an edge. The branch keeps its words, conditions and effects and leads to the new node, which
 * goes on to where the branch led.
 */
export function insertOnEdge(model: PlacedModel, nodeId: string, branchId: string, kind: NodeKind): NodeGesture | null {
  const from = model.nodes.get(nodeId);
  const branch = from?.branches.find(({ id }) => id === branchId);
  if (from === undefined || branch === undefined) return null;
  const onward = { target_node_id: branch.target_node_id, target_graph_id: branch.target_graph_id };
  const to = branch.target_node_id === null ? undefined : model.nodes.get(branch.target_node_id);
  const a = nodeBox(model, from.id);
  const b = to === undefined ? { ...a, x: a.x + 2 * a.width } : nodeBox(model, to.id);
  const group_id = from.group_id === (to?.group_id ?? null) ? from.group_id : null;
  const born = bornBranches(kind, onward);
  const ends = kind === "end" || kind === "return";
  const branches = born.length > 0 || ends ? born : [newBranch({ kind, branches: [] }, onward)];
  const node = newNode(kind, { group_id, branches });
  const position = freePosition(model, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, node);
  const between = to === undefined ? `after ${quoted(from)}` : `between ${quoted(from)} and ${quoted(to)}`;
  return {
    label: `Add ${madeOf(kind)} ${between}`,
    operations: [
      { op: "node.create", node: placed(node, position) },
      { op: "branch.update", node_id: nodeId, id: branchId, patch: within(node.id) },
    ],
    select: [node.id],
    nodeId: node.id,
    said: `Added ${madeOf(kind)} ${between}.`,
  };
}

/** Node in which writing continues. */
type NextLine =
  | { readonly kind: "there"; readonly nodeId: string }
  | { readonly kind: "made"; readonly gesture: NodeGesture }
  | { readonly kind: "nowhere"; readonly reason: string };

/**
 * The node along a branch, the first where none is named; where it leads nowhere, or there is no branch, a new line to the right, along
 * a way on without words.
 */
export function nextLine(model: PlacedModel, nodeId: string, branchId: string | null = null): NextLine {
  const node = model.nodes.get(nodeId);
  if (node === undefined) return { kind: "nowhere", reason: "The card is gone." };
  if (node.kind === "end" || node.kind === "return")
    return { kind: "nowhere", reason: `${quoted(node)} is an ending: nothing follows it.` };
  const first = node.branches.find(({ id }) => id === branchId) ?? node.branches[0];
  const leaves = first !== undefined && first.target_graph_id !== null && first.target_graph_id !== model.graph.id;
  if (leaves) return { kind: "nowhere", reason: "This way leaves for another dialogue." };
  const to = first?.target_node_id ?? null;
  if (to !== null && model.nodes.has(to)) return { kind: "there", nodeId: to };
  const from: Port = { nodeId, branchId: first?.id ?? null };
  const gesture = createConnected(model, from, "line", null);
  return gesture === null ? { kind: "nowhere", reason: "The card is gone." } : { kind: "made", gesture };
}
