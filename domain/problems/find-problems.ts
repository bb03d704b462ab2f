import type { DialogueGraph, DialogueNode } from "../dialogue/wire.ts";
import { runToEnd } from "../steps.ts";
import { knowledgeProblems } from "./knowledge-problems.ts";
import { logicProblems } from "./logic-problems.ts";
import { type CheckedVariable, type Elsewhere, playProblems } from "./play-problems.ts";
import { type Existence, PROBLEM_CODES, type Problem } from "./problem.ts";
import { questProblems } from "./quest-problems.ts";
import { referenceProblems } from "./reference-problems.ts";
import { structureProblems } from "./structure-problems.ts";
import { talkProblems } from "./talk-problems.ts";
import { textProblems } from "./text-problems.ts";

/** Fields of a node that the rules read; a node of the wire fits. */
export type ProblemNode = Pick<
  DialogueNode,
  | "id"
  | "kind"
  | "text"
  | "speaker_id"
  | "speaker_label"
  | "conditions"
  | "on_enter_effects"
  | "branches"
  | "exit_to"
  | "extensions"
>;

/** A dialogue with its nodes in order of creation. */
export interface CheckedDialogue extends Pick<DialogueGraph, "id" | "start_node_id"> {
  nodes: readonly ProblemNode[];
}

/**
 * Subjects outside the dialogue. Parts that are not loaded yet are left out, and rules that need them report nothing.
 */
export interface ProblemContext {
  /** The project's variables by id; null while they are not known. */
  variables: ReadonlyMap<string, CheckedVariable> | null;
  entities: Existence;
  dialogues: Existence;
  /** Nodes, choices and dialogues that logic names, besides those of the dialogue itself. */
  places: Existence;
  /** The part that other dialogues decide; absent while it is not known. */
  elsewhere?: Elsewhere | null;
}

/** Checks one node by itself; see {@link nodeProblems}. */
export type NodeCheck = (node: ProblemNode, graphId: string, context: ProblemContext) => readonly Problem[];

/** Returns the problems of a node that do not depend on the rest of the dialogue: its words, its speaker, its logic. */
export function nodeProblems(
  node: ProblemNode,
  graphId: string,
  context: Omit<ProblemContext, "places" | "elsewhere">,
): Problem[] {
  const { variables } = context;
  return [
    ...textProblems(node, graphId, context),
    ...logicProblems(node, variables === null ? null : (id) => variables.get(id), context.entities),
  ];
}

const RANK = new Map(PROBLEM_CODES.map((code, index) => [code, index]));

/**
 * Returns all problems of a dialogue: a superset of the validation report, ordered by rule and then by creation. Linear
 * in nodes and branches, but for the states that are looked at, of which there are so many at most.
 *
 * `check` may remember what it answered for a node it has seen, so that after one edit only one node is checked anew.
 */
export function findProblems(
  dialogue: CheckedDialogue,
  context: ProblemContext,
  check: NodeCheck = nodeProblems,
): Problem[] {
  const { variables, elsewhere, places } = context;
  const isKnown = variables !== null && elsewhere !== undefined && elsewhere !== null;
  return inOrder([
    structureProblems(dialogue, dialogue.nodes),
    referenceProblems(dialogue.nodes, places),
    ...dialogue.nodes.map((node) => check(node, dialogue.id, context)),
    elsewhere?.knowledge === undefined ? [] : knowledgeProblems(dialogue.nodes, elsewhere.knowledge),
    elsewhere?.knowledge === undefined ? [] : questProblems(dialogue.nodes, elsewhere.knowledge.gone),
    elsewhere?.knowledge === undefined ? [] : talkProblems(dialogue.nodes, elsewhere.knowledge.voices),
    isKnown ? runToEnd(playProblems(dialogue, variables, elsewhere)) : [],
  ]);
}

/** Problems in the order of their rules; those of one rule stay in theirs. */
export function inOrder(found: Iterable<readonly Problem[]>): Problem[] {
  const byRule = PROBLEM_CODES.map((): Problem[] => []);
  for (const some of found) for (const each of some) byRule[RANK.get(each.code) ?? 0]?.push(each);
  return byRule.flat();
}
