import { addToList } from "#domain/add-to-list.ts";
import { counted } from "#domain/counted.ts";
import type { VariableUse } from "../../frame/project/variable-queries.ts";

/** Returns the number of times that a variable is read and written: "2 reads · 1 write". */
export function readsAndWrites(uses: readonly VariableUse[], total: number): string {
  if (total === 0) return "Not used";
  if (total > uses.length) return `${total} uses`;
  const writes = uses.filter(({ access }) => access === "write").length;
  const reads = uses.length - writes;
  const said = [...(reads > 0 ? [counted(reads, "read")] : []), ...(writes > 0 ? [counted(writes, "write")] : [])];
  return said.join(" · ");
}

/** The words of the place a use is in. */
export const PLACE_WORDS: Readonly<Record<VariableUse["place"], string>> = {
  text: "Words of the card",
  choice_text: "Words of a choice",
  conditions: "Condition of the card",
  on_enter_effects: "On entering",
  branch_conditions: "Condition of a choice",
  branch_effects: "On choosing",
};

/** Returns the uses that a deleted variable leaves undeclared, as a sentence. */
export function leftUndeclared(uses: readonly VariableUse[], total: number): string {
  if (total === 0) return "It is not used.";
  if (total > uses.length) return `${total} places will name a variable that is not declared.`;
  const conditions = uses.filter(({ place }) => place === "conditions" || place === "branch_conditions").length;
  const texts = uses.filter(({ place }) => place === "text" || place === "choice_text").length;
  const effects = uses.length - conditions - texts;
  const parts = [
    ...(conditions > 0 ? [counted(conditions, "condition")] : []),
    ...(effects > 0 ? [counted(effects, "effect")] : []),
    ...(texts > 0 ? [counted(texts, "text")] : []),
  ];
  const dialogues = new Set(uses.map(({ graph_id }) => graph_id)).size;
  return `${listed(parts)} in ${counted(dialogues, "dialogue")} will name a variable that is not declared.`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Returns the address that shows a card of a dialogue. */
export function nodeAddress(projectId: string, graphId: string, nodeId: string): string {
  return `/projects/${projectId}/dialogues/${graphId}?card=${nodeId}`;
}

/** The uses of each card in each dialogue, in their order. */
export function usesByDialogue(uses: readonly VariableUse[]): Map<string, Map<string, VariableUse[]>> {
  const dialogues = new Map<string, Map<string, VariableUse[]>>();
  for (const use of uses) {
    const nodes = dialogues.get(use.graph_id) ?? new Map<string, VariableUse[]>();
    dialogues.set(use.graph_id, nodes);
    addToList(nodes, use.node_id, use);
  }
  return dialogues;
}
