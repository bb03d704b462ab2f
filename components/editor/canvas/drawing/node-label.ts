import { counted } from "#domain/counted.ts";
import { cardProgress, STATUS_NAMES, type WordedNode } from "#domain/dialogue/line-status.ts";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import type { Node } from "../../model/model.ts";

/** Properties of a node that its accessible name tells, besides its words. */
export interface NodeFacts {
  readonly speaker: string | null;
  readonly errors: number;
  readonly warnings: number;
  readonly start: boolean;
  readonly conflict: boolean;
  /** Condition of a check, or changes of an instruction. */
  readonly logic?: string | undefined;
  /** Difference between the compared moments; undefined where there is none. */
  readonly change?: string | undefined;
}

/** A node in a sentence: "Greets, line by Mara, 2 choices, 1 error, start". */
export function nodeLabel(
  node: Pick<Node, "title" | "text" | "kind" | "branches" | "status" | "final_text">,
  facts: NodeFacts,
): string {
  const kind = KIND_NAMES[node.kind].toLowerCase();
  const branches = node.branches.filter((branch) => branch.kind === "choice").length;
  const others = node.branches.length - branches;
  const name = nodeName(node);
  // What has no name but its kind says that once.
  const isNamed = name !== KIND_NAMES[node.kind];
  return [
    name,
    facts.speaker !== null ? `${kind} by ${facts.speaker}` : isNamed ? kind : null,
    facts.logic === undefined || facts.logic === "" ? null : facts.logic,
    branches > 0 ? counted(branches, "choice") : null,
    others > 0 ? counted(others, "other way on", "other ways on") : null,
    progressSaid(node),
    facts.errors > 0 ? counted(facts.errors, "error") : null,
    facts.warnings > 0 ? counted(facts.warnings, "warning") : null,
    facts.conflict ? "conflict" : null,
    facts.start ? "start" : null,
    facts.change?.toLowerCase() ?? null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** Returns the status of a node's words for its name; null for a draft, the status of all new words. */
function progressSaid(node: WordedNode): string | null {
  const { status, isChanged } = cardProgress(node);
  if (isChanged) return "changed since final";
  return status === null || status === "draft" ? null : STATUS_NAMES[status].toLowerCase();
}
