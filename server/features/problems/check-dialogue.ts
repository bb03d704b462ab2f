import { nodeFromState } from "#domain/dialogue/from-state.ts";
import type { DialogueNode } from "#domain/dialogue/wire.ts";
import { inOrder, nodeProblems, type ProblemContext } from "#domain/problems/find-problems.ts";
import { unresolvedTarget } from "#domain/problems/import-notes.ts";
import { KnowledgeCheck } from "#domain/problems/knowledge-problems.ts";
import {
  type CheckedVariable,
  type Elsewhere,
  MOST_PLAYED,
  playedWithoutWords,
  playProblems,
} from "#domain/problems/play-problems.ts";
import type { Existence, Problem } from "#domain/problems/problem.ts";
import { shortName } from "#domain/problems/problem-text.ts";
import { QuestCheck } from "#domain/problems/quest-problems.ts";
import { missingReferences, ownPlaces, type Referring, referringOf } from "#domain/problems/reference-problems.ts";
import { type StructureBranch, type StructureNode, structureProblems } from "#domain/problems/structure-problems.ts";
import { TalkCheck } from "#domain/problems/talk-problems.ts";
import type { PlayNode } from "#domain/runtime/story.ts";
import type { Steps } from "#domain/steps.ts";
import type { GraphVersion, NodeVersion } from "../dialogues/public.ts";

/** Nodes whose problems are looked for in one step. */
const NODES_A_STEP = 50;

/** Extensions of a branch without notes of an import. */
const NONE = {};

/**
 * Check of one dialogue whose nodes come by a page at a time. Of each it keeps its problems, where it leads, what its logic refers to
 * and a short name: nothing is kept of texts and extensions, which may be long. Problems come without the words of choices.
 */
export class DialogueCheck {
  readonly #graph: Pick<GraphVersion, "id" | "start_node_id">;
  readonly #ofNodes: (readonly Problem[])[] = [];
  readonly #structure: StructureNode[] = [];
  readonly #referring: Referring[] = [];
  readonly #names = new Map<string, string>();
  /** Check of who is asked to know what, and told. */
  readonly knowledge = new KnowledgeCheck();
  /** Check of the quests that it names. */
  readonly quests = new QuestCheck();
  /** Check of the talks in it. */
  readonly talks = new TalkCheck();
  /** Nodes as they are played, without words; null in a dialogue of which too much would have to be kept. */
  #played: PlayNode[] | null = [];

  constructor(graph: Pick<GraphVersion, "id" | "start_node_id">) {
    this.#graph = graph;
  }

  *add(page: readonly NodeVersion[], context: Omit<ProblemContext, "places" | "elsewhere">): Steps<void> {
    for (const [index, version] of page.entries()) {
      const node = nodeFromState(version.id, version);
      const found = nodeProblems(node, this.#graph.id, context);
      if (found.length > 0) this.#ofNodes.push(found.map(withoutChoice));
      this.knowledge.add(node);
      this.quests.add(node);
      this.talks.add(node);
      const referring = referringOf(node);
      if (referring !== null) this.#referring.push(referring);
      this.#structure.push(structureOf(node));
      this.#names.set(node.id, shortName(node.title ?? node.text));
      if (this.#structure.length > MOST_PLAYED) this.#played = null;
      this.#played?.push(playedWithoutWords(node));
      if (index % NODES_A_STEP === NODES_A_STEP - 1) yield;
    }
  }

  /** Short name of a node. */
  nameOf(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** Ids of nodes, choices and dialogues that its logic names and that are none of its own. */
  placesElsewhere(): Set<string> {
    const ids = new Set(this.#referring.flatMap(({ references }) => references.flatMap((each) => each.ids)));
    if (ids.size > 0) for (const node of this.#structure) for (const id of ownPlaces(node)) ids.delete(id);
    return ids;
  }

  /**
   * Returns the problems in the order of `findProblems`.
   *
   * @param places - whether what {@link placesElsewhere} names exists.
   * @param elsewhere - what other dialogues change, and whether they lead here.
   */
  *problems(
    places: Existence,
    variables: ReadonlyMap<string, CheckedVariable>,
    elsewhere: Elsewhere,
  ): Steps<Problem[]> {
    const { id, start_node_id } = this.#graph;
    const played = { id, start_node_id, nodes: this.#played ?? [] };
    return inOrder([
      structureProblems(this.#graph, this.#structure),
      missingReferences(this.#referring, NO_PLACES, places),
      ...this.#ofNodes,
      elsewhere.knowledge === undefined ? [] : this.knowledge.problems(elsewhere.knowledge),
      elsewhere.knowledge === undefined ? [] : this.quests.problems(elsewhere.knowledge.gone),
      elsewhere.knowledge === undefined ? [] : this.talks.problems(elsewhere.knowledge.voices),
      yield* playProblems(played, variables, elsewhere),
    ]);
  }

  /** Whether what other dialogues change can decide what is found here. */
  asksVariables(): boolean {
    return this.#played?.some(({ conditions, branches }) => conditions.length > 0 || branches.some(isAsked)) === true;
  }
}

const isAsked = ({ conditions }: Pick<DialogueNode["branches"][number], "conditions">): boolean =>
  conditions.length > 0;

/** Places of the dialogue's own: `places` says nothing of them. */
const NO_PLACES: ReadonlySet<string> = new Set();

function withoutChoice(each: Problem): Problem {
  return each.data.choice_text === undefined ? each : { ...each, data: { ...each.data, choice_text: "" } };
}

function structureOf({ id, kind, exit_to, branches }: Pick<DialogueNode, keyof StructureNode>): StructureNode {
  return { id, kind, exit_to, branches: branches.map(structureOfBranch) };
}

function structureOfBranch({ id, target_graph_id, target_node_id, extensions }: StructureBranch): StructureBranch {
  const name = unresolvedTarget(extensions);
  const notes = name === null ? NONE : { fabula: { missing_target: name } };
  return { id, target_graph_id, target_node_id, choice_text: "", extensions: notes };
}
