import type { Gesture } from "../gestures/gesture.ts";
import { quotedBranch } from "../gestures/node-name.ts";
import type { Node } from "../model/model.ts";

/** Puts a branch at another place among those of its node; null when it is there already. `to` counts as drawn before. */
export function moveBranch(node: Pick<Node, "id" | "branches">, branchId: string, to: number): Gesture | null {
  const { branches } = node;
  const from = branches.findIndex(({ id }) => id === branchId);
  const branch = branches[from];
  const place = Math.min(Math.max(to, 0), branches.length - 1);
  if (branch === undefined || place === from) return null;
  const others = branches.filter(({ id }) => id !== branchId);
  const before = others[place]?.id ?? null;
  return {
    label: `Move the choice ${quotedBranch(branch)}`,
    operations: [{ op: "branch.move", node_id: node.id, id: branchId, before }],
    said: `${quotedBranch(branch)} is choice ${place + 1} of ${branches.length} now.`,
  };
}

/** The place a dragged row would take, from the middles of all rows as they were when the drag began. */
export function placeAt(y: number, middles: readonly number[], from: number): number {
  let place = 0;
  middles.forEach((middle, index) => {
    if (index !== from && y > middle) place += 1;
  });
  return place;
}
