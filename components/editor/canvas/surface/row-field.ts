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
