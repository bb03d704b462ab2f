import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Model, Node } from "../model/model.ts";
import { type NodeGesture, quoted } from "./gesture.ts";
import { within } from "./new-branch.ts";
import { madeKind } from "./node-kinds.ts";

/** Whether nothing is said about a branch: it is the way on. */
const isBare = ({ kind, choice_text, conditions, effects }: Branch): boolean =>
  kind === "auto" && choice_text.trim() === "" && conditions.length === 0 && effects.length === 0;

/** Whether nothing has been written in a node: no words, no title, no logic, and at most one way on without any. */
export function isBlank({ text, title, branches, conditions, on_enter_effects }: Node): boolean {
  const isPlain = branches.length === 0 || (branches.length === 1 && branches.every(isBare));
  return text.trim() === "" && title === null && conditions.length === 0 && on_enter_effects.length === 0 && isPlain;
}

/**
 * Takes out a node in which nothing is written: what led to it leads to where it went on, as before it was put in. Null where something
 * is written, or nothing leads to it. `nodeId` of the gesture is the node before it.
 */
export function removeBlank(model: Model, nodeId: string): NodeGesture | null {
  const node = model.nodes.get(nodeId);
  if (node === undefined || !isBlank(node)) return null;
  const [way] = node.branches;
  const isRound = way === undefined || way.target_node_id === nodeId;
  const onward = isRound ? within(null) : { target_node_id: way.target_node_id, target_graph_id: way.target_graph_id };
  const isEnd = onward.target_node_id === null && onward.target_graph_id === null;
  const before: string[] = [];
  const operations: Operation[] = [];
  for (const { id: node_id, kind, branches } of model.nodes.values()) {
    for (const branch of branches) {
      if (branch.target_node_id !== nodeId || node_id === nodeId) continue;
      before.push(node_id);
      const { id } = branch;
      // A way that was there for this alone goes with it.
      const isItsOwn = isEnd && isBare(branch) && madeKind(kind).born.length === 0;
      operations.push(
        isItsOwn ? { op: "branch.delete", node_id, id } : { op: "branch.update", node_id, id, patch: onward },
      );
    }
  }
  const [first] = before;
  if (first === undefined) return null;
  return {
    label: `Delete ${quoted(node)}`,
    operations: [...operations, { op: "node.delete", id: nodeId }],
    select: [first],
    nodeId: first,
    said: `Deleted ${quoted(node)}.`,
  };
}
