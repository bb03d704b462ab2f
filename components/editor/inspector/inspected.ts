import type { DialogueState } from "../store/dialogue-state.ts";

/** What the inspector shows, as one word that stays the same until it shows something else. */
export type InspectedKey = "dialogue" | "many" | `${"node" | "group" | "note"}:${string}`;

/** What is inspected of a dialogue: the selected node, group or note, several nodes, or the dialogue itself. */
export function inspectedKey({
  selection,
  active,
  nodes,
  groups,
  annotations,
}: Pick<DialogueState, "selection" | "active" | "nodes" | "groups" | "annotations">): InspectedKey {
  const id = active !== null && selection.has(active) ? active : selection.values().next().value;
  if (id === undefined) return "dialogue";
  if (selection.size > 1) return "many";
  if (nodes.has(id)) return `node:${id}`;
  if (groups.has(id)) return `group:${id}`;
  return annotations.has(id) ? `note:${id}` : "dialogue";
}
