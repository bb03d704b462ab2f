import { madeOf, type NodeKindMade, newNode, placed } from "./create-node.ts";
import type { NodeGesture } from "./gesture.ts";
import { newBranch, within } from "./new-branch.ts";
import { quoted } from "./node-name.ts";
import { freePosition, nodeBox, type PlacedModel } from "./place.ts";

/**
 * Puts a new node into an edge. The branch keeps its words, conditions and effects and leads to the new node, which
 * goes on to where the branch led.
 */
export function insertOnEdge(
  model: PlacedModel,
  nodeId: string,
  branchId: string,
  kind: NodeKindMade,
): NodeGesture | null {
  const from = model.nodes.get(nodeId);
  const branch = from?.branches.find(({ id }) => id === branchId);
  if (from === undefined || branch === undefined) return null;
  const onward = { target_node_id: branch.target_node_id, target_graph_id: branch.target_graph_id };
  const to = branch.target_node_id === null ? undefined : model.nodes.get(branch.target_node_id);
  const a = nodeBox(model, from.id);
  const b = to === undefined ? { ...a, x: a.x + 2 * a.width } : nodeBox(model, to.id);
  const group_id = from.group_id === (to?.group_id ?? null) ? from.group_id : null;
  const branches = kind === "end" ? [] : [newBranch({ kind }, onward)];
  if (kind === "condition") branches.push(newBranch({ kind }, { kind: "else" }));
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
