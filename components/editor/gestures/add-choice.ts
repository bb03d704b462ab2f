import type { Model } from "../model/model.ts";
import { quoted } from "./card-name.ts";
import type { Gesture } from "./gesture.ts";
import { newBranch } from "./new-branch.ts";

/** A gesture that made a choice. */
export interface ChoiceGesture extends Gesture {
  readonly branchId: string;
}

/** Gives a card another choice, which leads nowhere yet. */
export function addChoice(model: Model, nodeId: string): ChoiceGesture | null {
  const node = model.nodes.get(nodeId);
  if (node === undefined) return null;
  const branch = newBranch(node);
  return {
    label: `Add a choice to ${quoted(node)}`,
    operations: [{ op: "branch.create", node_id: nodeId, branch, before: null }],
    branchId: branch.id,
    said: `Added a choice to ${quoted(node)}.`,
  };
}
