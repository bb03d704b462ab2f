import { firstWords } from "../first-words.ts";
import type { Branch, DialogueNode, NodeKind } from "./wire.ts";

/** What each kind of node is called. */
export const KIND_NAMES: Readonly<Record<NodeKind, string>> = {
  entry: "Entry",
  line: "Line",
  choice: "Choice",
  condition: "Condition",
  instruction: "Instruction",
  hub: "Hub",
  jump: "Jump",
  detour: "Detour",
  return: "Return",
  random: "Random",
  storylet_group: "Storylets",
  subgraph: "Passage",
  command: "Command",
  wait_event: "Event",
  end: "Ending",
};

/** Names stand on nodes and in lists: a line there holds about this many characters. */
const NAME_LENGTH = 40;

/** What a node is called: its title, else its first words, else its kind. */
export function nodeName(node: Pick<DialogueNode, "title" | "text" | "kind">): string {
  if (node.title !== null && node.title !== "") return node.title;
  return firstWords(node.text, NAME_LENGTH) || `Empty ${KIND_NAMES[node.kind].toLowerCase()}`;
}

/** What a branch is called: its words, else what it is. */
export function branchName(branch: Pick<Branch, "choice_text" | "kind">): string {
  return firstWords(branch.choice_text, NAME_LENGTH) || branchWords(branch);
}

/** The words of a branch as a player reads them, all of them; what it is, where it has none. */
export function branchWords(branch: Pick<Branch, "choice_text" | "kind">): string {
  const words = branch.choice_text.trim();
  if (words !== "") return words;
  if (branch.kind === "else" || branch.kind === "fallback") return "Otherwise";
  return branch.kind === "event" ? "Event" : "Continue";
}
