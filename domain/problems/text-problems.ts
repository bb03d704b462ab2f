import { type Branch, type DialogueNode, TALK_KIND } from "../dialogue/wire.ts";
import { type Json, jsonEqual } from "../json.ts";
import { unresolvedGraph, unresolvedName } from "./import-notes.ts";
import { type Existence, type Problem, problem } from "./problem.ts";

/** Fields of a node that the check of words and names reads. */
export type TextNode = Pick<
  DialogueNode,
  "id" | "kind" | "text" | "speaker_id" | "speaker_label" | "branches" | "exit_to" | "extensions"
>;

/** Returns the problems of a node's text, speaker, choices and exit. */
export function textProblems(
  node: TextNode,
  graphId: string,
  known: { entities: Existence; dialogues: Existence },
): Problem[] {
  const found: Problem[] = [];
  const place = { node_id: node.id };
  if (node.kind === "line" && isBlank(node.text)) found.push(problem("empty_text", node.id, place));
  if (node.speaker_id !== null) {
    if (known.entities.get(node.speaker_id) === false) found.push(problem("unknown_speaker", node.speaker_id, place));
  } else if (node.speaker_label !== null && !isBlank(node.speaker_label)) {
    const name = node.speaker_label;
    found.push(problem("unmatched_speaker", `label:${name}`, place, { name }));
  }
  const exit = node.exit_to;
  if (exit !== null && exit.graph_id !== graphId && known.dialogues.get(exit.graph_id) === false) {
    const name = unresolvedName(node.extensions, exit.graph_id);
    found.push(problem("missing_dialogue", exit.graph_id, place, name === null ? {} : { name }));
  }
  choiceProblems(found, node, graphId, known.dialogues);
  return found;
}

function choiceProblems(found: Problem[], node: TextNode, graphId: string, dialogues: Existence): void {
  // A condition node asks the player nothing, whatever its branches are called; a talk needs a written answer on each.
  const asks = node.kind !== "condition" && (node.branches.length > 1 || node.kind === TALK_KIND);
  const said = new Map<string, Branch[]>();
  for (const branch of node.branches) {
    const place = { node_id: node.id, branch_id: branch.id };
    const { target_graph_id, choice_text } = branch;
    if (target_graph_id !== null && target_graph_id !== graphId && dialogues.get(target_graph_id) === false) {
      const name = unresolvedGraph(branch.extensions);
      found.push(problem("missing_dialogue", target_graph_id, place, { choice_text, ...(name !== null && { name }) }));
    }
    if (!asks || branch.kind !== "choice") continue;
    if (isBlank(choice_text)) {
      found.push(problem("empty_choice", branch.id, place));
      continue;
    }
    const same = choice_text.trim().normalize().toLowerCase();
    const others = said.get(same);
    if (others === undefined) said.set(same, [branch]);
    else {
      const twin = others.find((other) => mayMeet(other, branch));
      if (twin !== undefined) found.push(problem("duplicate_choice", twin.id, place, { choice_text }));
      others.push(branch);
    }
  }
}

/** Whether two branches with the same words can be offered together; two that ask for different things are variants. */
function mayMeet(a: Branch, b: Branch): boolean {
  if (a.conditions.length === 0 || b.conditions.length === 0) return true;
  const bare = (branch: Branch): Json => branch.conditions.map(({ id: _, ...condition }) => condition);
  return jsonEqual(bare(a), bare(b));
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
