import { counted } from "#domain/counted.ts";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import type { Node } from "../../model/model.ts";

/** What a card is, besides its words. */
export interface CardFacts {
  readonly speaker: string | null;
  readonly errors: number;
  readonly warnings: number;
  readonly start: boolean;
  readonly conflict: boolean;
}

/** A card in a sentence: "Greets, line by Mara, 2 choices, 1 error, start". */
export function cardSentence(node: Pick<Node, "title" | "text" | "kind" | "branches">, facts: CardFacts): string {
  const kind = KIND_NAMES[node.kind].toLowerCase();
  const choices = node.branches.filter((branch) => branch.kind === "choice").length;
  const others = node.branches.length - choices;
  return [
    nodeName(node),
    facts.speaker === null ? kind : `${kind} by ${facts.speaker}`,
    choices > 0 ? counted(choices, "choice") : null,
    others > 0 ? counted(others, "other way on", "other ways on") : null,
    facts.errors > 0 ? counted(facts.errors, "error") : null,
    facts.warnings > 0 ? counted(facts.warnings, "warning") : null,
    facts.conflict ? "conflict" : null,
    facts.start ? "start" : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
