import { BRANCH_DEFAULTS, type Branch } from "#domain/dialogue/wire.ts";
import type { Model, Node } from "../model/model.ts";
import { newId } from "../model/new-id.ts";
import { type Gesture, quoted } from "./gesture.ts";

/** A new branch: a condition node asks the player nothing, so its ways out are taken without a question. */
export function newBranch(of: Pick<Node, "kind">, fields: Partial<Omit<Branch, "id">> = {}): Branch {
  return {
    ...BRANCH_DEFAULTS,
    kind: of.kind === "condition" ? "auto" : "choice",
    conditions: [],
    effects: [],
    extensions: {},
    ...fields,
    id: newId("br"),
  };
}

/** Whether a branch leads nowhere yet. */
export function isOpen(branch: Pick<Branch, "target_node_id" | "target_graph_id">): boolean {
  return branch.target_node_id === null && branch.target_graph_id === null;
}

/** Where a branch leads. */
export type Target = Pick<Branch, "target_node_id" | "target_graph_id">;

/** A node of the same dialogue as a target. */
export function within(nodeId: string | null): Target {
  return { target_node_id: nodeId, target_graph_id: null };
}

/** A gesture that made a branch. */
export interface BranchGesture extends Gesture {
  readonly branchId: string;
}

/** Gives a node another branch, which leads nowhere yet. */
export function addBranch(model: Model, nodeId: string): BranchGesture | null {
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
