import { addToList } from "../add-to-list.ts";

/** Link from one dialogue to another. */
interface DialogueLink {
  readonly from_graph_id: string;
  readonly to_graph_id: string;
}

/**
 * Returns the dialogues in which a story begins that comes to a dialogue: those before it that no other leads to, in the order of the links;
 * itself where none leads to it, or all of them lead to one another.
 */
export function beginningsOf(links: readonly DialogueLink[], id: string): string[] {
  const into = new Map<string, string[]>();
  for (const { from_graph_id, to_graph_id } of links) {
    if (from_graph_id !== to_graph_id) addToList(into, to_graph_id, from_graph_id);
  }
  const before = new Set([id]);
  for (const each of before) for (const from of into.get(each) ?? []) before.add(from);
  const first = [...before].filter((each) => each !== id && !into.has(each));
  return first.length === 0 ? [id] : first;
}
