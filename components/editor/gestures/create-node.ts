import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Branch, NodeKind } from "#domain/dialogue/wire.ts";
import type { Position } from "#domain/layout-layers.ts";
import { newId } from "../../frame/project/new-id.ts";
import type { NodeGesture } from "./gesture.ts";
import { newBranch, type Target } from "./new-branch.ts";
import { madeKind, madeOf } from "./node-kinds.ts";
import { freePosition, type PlacedModel } from "./place.ts";

/** A new node of a kind, without a place. A check is born with its two ways out: when it holds, and when it does not. */
export function newNode(kind: NodeKind, fields: Partial<NewNode> = {}): NodeToMake {
  const branches = bornBranches(kind);
  return { ...fields, branches: fields.branches ?? branches, kind, id: newId("node") };
}

/** The branches that a node of a kind has from the beginning; the first leads somewhere if that is said. */
export function bornBranches(kind: NodeKind, onward: Partial<Target> = {}): Branch[] {
  return madeKind(kind).born.map((each, at) =>
    newBranch({ kind, branches: [] }, { kind: each, ...(at === 0 && onward) }),
  );
}

/** A node to be made; its size is known. */
export type NodeToMake = NewNode & { readonly kind: NodeKind; readonly branches: Branch[] };

/** A node to be made, put at a place. */
export function placed(node: NodeToMake, { x, y }: Position): NewNode {
  return { ...node, canvas_x: x, canvas_y: y };
}

/** Puts a new node on the canvas, at a place or below what is there already. */
export function createNode(
  model: PlacedModel,
  kind: NodeKind,
  at: Position,
  fields: Partial<NewNode> = {},
): NodeGesture {
  const node = newNode(kind, fields);
  const position = freePosition(model, at, node);
  return {
    label: `Add ${madeOf(kind)}`,
    operations: [{ op: "node.create", node: placed(node, position) }],
    select: [node.id],
    nodeId: node.id,
    said: `Added ${madeOf(kind)} at ${position.x}, ${position.y}.`,
  };
}
