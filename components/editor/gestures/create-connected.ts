import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Position } from "#domain/layout-layers.ts";
import { leadTo, type Port } from "./connect.ts";
import { madeOf, type NodeKindMade, newNode, placed } from "./create-node.ts";
import type { NodeGesture } from "./gesture.ts";
import { within } from "./new-branch.ts";
import { quoted } from "./node-name.ts";
import { freePosition, type PlacedModel, positionAfter } from "./place.ts";

/** A new node that an edge leads to: at the place where the edge was dropped, or else right of the node it leaves. */
export function createConnected(
  model: PlacedModel,
  port: Port,
  kind: NodeKindMade,
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
