import { firstWords } from "../first-words.ts";
import type { Branch, DialogueNode, NodeKind } from "./wire.ts";

/** Names of the node kinds on screens. */
export const KIND_NAMES: Readonly<Record<NodeKind, string>> = {
  entry: "Entry",
  line: "Line",
  choice: "Choice",
  condition: "Check",
  instruction: "Change",
  hub: "Hub",
  jump: "Jump",
  detour: "Side scene",
  return: "Back",
  random: "Chance",
  storylet_group: "Scene pool",
  subgraph: "Inner scene",
  command: "Tell the game",
  wait_event: "Wait for the game",
  talk: "Talk freely",
  end: "Ending",
};

/** Names stand on nodes and in lists: a line there holds about this many characters. */
const NAME_LENGTH = 40;

/** Kinds that are there for their words: without any they are empty. The others say what they are by what they do. */
const WORDED: ReadonlySet<NodeKind> = new Set(["line", "choice"]);

/**
 * Returns the display name of a node: its title, else its first words, else its kind. Text that a check shows to
 * players is not used.
 */
export function nodeName(node: Pick<DialogueNode, "title" | "text" | "kind">): string {
  if (node.title !== null && node.title !== "") return node.title;
  const kind = KIND_NAMES[node.kind];
  return firstWords(node.text, NAME_LENGTH) || (WORDED.has(node.kind) ? `Empty ${kind.toLowerCase()}` : kind);
}

/** Returns the display name of a group: its title, or "Untitled group". */
export function groupName({ title }: { title: string }): string {
  return title.trim() || "Untitled group";
}

/** A branch that is taken without asking. */
const WAY_ON = "Way on";

/** Returns the display name of a branch on its node: its words, else a name from its position among the others. */
export function wayName(
  { kind, branches }: Pick<DialogueNode, "kind" | "branches">,
  branch: Pick<Branch, "id" | "kind" | "choice_text">,
): string {
  if (branch.choice_text.trim() !== "") return branch.choice_text;
  const isElse = branch.kind === "else" || branch.kind === "fallback";
  if (branch.kind === "event") return "When it happens";
  if (kind === "condition") {
    if (isElse) return "Otherwise";
    return branches.find((each) => each.kind !== "else" && each.kind !== "fallback")?.id === branch.id ? "If" : "Or if";
  }
  if (kind === "detour" || kind === "subgraph") return branch.kind === "else" ? "Afterwards" : "Goes into";
  if (kind === "random") return chanceOf(branches, branch.id);
  if (branch.kind === "choice") return "Choice without words";
  const hasChoices = branches.some((each) => each.kind === "choice" || each.kind === "event");
  if (kind === "instruction" || kind === "jump" || kind === "storylet_group") return isElse ? "Otherwise" : WAY_ON;
  return hasChoices ? "Otherwise" : WAY_ON;
}

/** Returns the chance of a branch of a random node while all branches are open: "1 in 3", "40 %". */
function chanceOf(branches: DialogueNode["branches"], id: string): string {
  const weights = branches.map(({ weight }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const own = branches.find((each) => each.id === id)?.weight ?? 0;
  if (total === 0 || weights.every((weight) => weight === own)) return `1 in ${branches.length}`;
  return `${Math.round((100 * own) / total)} %`;
}

/** Returns the display name of a branch by itself: its words, else its kind. */
export function branchName(branch: Pick<Branch, "choice_text" | "kind">): string {
  return firstWords(branch.choice_text, NAME_LENGTH) || (branch.kind === "auto" ? WAY_ON : branchWords(branch));
}

/** The words of a branch as a player reads them, all of them; what it is, where it has none. */
export function branchWords(branch: Pick<Branch, "choice_text" | "kind">): string {
  const words = branch.choice_text.trim();
  if (words !== "") return words;
  if (branch.kind === "else" || branch.kind === "fallback") return "Otherwise";
  return branch.kind === "event" ? "Event" : "Continue";
}
