import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Position } from "#domain/layout-layers.ts";
import { newId } from "../model/new-id.ts";
import type { NodeGesture } from "./gesture.ts";
import { newBranch } from "./new-branch.ts";
import { freePosition, type PlacedModel } from "./place.ts";

/** Kinds of nodes a person makes; imported others are kept and drawn, and not offered. */
export const NODE_KINDS_MADE = [
  { kind: "line", name: "Line", made: "a line", hint: "What someone says" },
  { kind: "condition", name: "Condition", made: "a condition", hint: "Goes on by what has happened" },
  { kind: "hub", name: "Hub", made: "a hub", hint: "Where choices come back to" },
  { kind: "end", name: "Ending", made: "an ending", hint: "Where the dialogue ends" },
] as const;
export type NodeKindMade = (typeof NODE_KINDS_MADE)[number]["kind"];

/** "a line", "an ending". */
export function madeOf(kind: NodeKindMade): string {
  return NODE_KINDS_MADE.find((each) => each.kind === kind)?.made ?? "a card";
}

/** A new node of a kind, without a place. A condition is born with its two ways out: when it holds, and when it does not. */
export function newNode(kind: NodeKindMade, fields: Partial<NewNode> = {}): NodeToMake {
  const of = { kind, branches: [] };
  const branches: Branch[] = kind === "condition" ? [newBranch(of), newBranch(of, { kind: "else" })] : [];
  return { ...fields, branches: fields.branches ?? branches, kind, id: newId("node") };
}

/** A node to be made; its size is known. */
export type NodeToMake = NewNode & { readonly kind: NodeKindMade; readonly branches: Branch[] };

/** A node to be made, put at a place. */
export function placed(node: NodeToMake, { x, y }: Position): NewNode {
  return { ...node, canvas_x: x, canvas_y: y };
}

/** Puts a new node on the canvas, at a place or below what is there already. */
export function createNode(
  model: PlacedModel,
  kind: NodeKindMade,
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
