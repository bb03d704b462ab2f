import { counted } from "#domain/counted.ts";
import { cardProgress, STATUS_NAMES, type WordedNode } from "#domain/dialogue/line-status.ts";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import type { Node } from "../../model/model.ts";

/** What a node is, besides its words. */
export interface NodeFacts {
  readonly speaker: string | null;
  readonly errors: number;
  readonly warnings: number;
  readonly start: boolean;
  readonly conflict: boolean;
  /** What a check asks, or a change does. */
  readonly logic?: string | undefined;
  /** What became of it between the moments that are compared; undefined where it is the same at both. */
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

/** How far the words of a node have come; a draft says nothing, as all words are one at first. */
function progressSaid(node: WordedNode): string | null {
  const { status, isChanged } = cardProgress(node);
  if (isChanged) return "changed since final";
  return status === null || status === "draft" ? null : STATUS_NAMES[status].toLowerCase();
}
