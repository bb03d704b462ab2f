import { madeKind } from "../../gestures/node-kinds.ts";
import type { Node } from "../../model/model.ts";
import type { Editing } from "../../store/view-state.ts";

/**
 * Returns the field shown in the row of a branch: its words, the condition of a check, or the changes of an
 * instruction.
 */
export function rowField(
  node: Pick<Node, "kind" | "branches">,
  branch: Pick<Node["branches"][number], "id" | "kind" | "choice_text">,
): Editing["field"] {
  if (branch.choice_text !== "" || branch.kind === "else" || branch.kind === "fallback") return "choice_text";
  if (node.kind === "condition") return "test";
  return node.kind === "instruction" && node.branches[0]?.id === branch.id ? "changes" : "choice_text";
}

/** Returns the field in which a card is written: its words, or what it is there for where it has none. */
export function mainField({ kind, branches, text }: Pick<Node, "kind" | "branches" | "text">): Omit<Editing, "nodeId"> {
  const { asks } = madeKind(kind);
  const [first] = branches;
  if (asks === "test") {
    const tested = branches.find((branch) => rowField({ kind, branches }, branch) === "test");
    if (tested !== undefined) return { field: "test", branchId: tested.id };
  }
  if (asks === "changes" && first !== undefined) return { field: "changes", branchId: first.id };
  if (asks === "event" && first !== undefined) return { field: "choice_text", branchId: first.id };
  return { field: asks === "title" && text === "" ? "title" : "text", branchId: null };
}
