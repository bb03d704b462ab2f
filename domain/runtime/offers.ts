import { type Branch, limitOf } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { Evaluator } from "./evaluate.ts";
import { randomAt } from "./random.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphOf, isAutomatic, type PlayedDialogue, type PlayGraph, type PlayNode } from "./story.ts";
import { type Truth, UNKNOWN } from "./value.ts";
import { wordsWith } from "./words.ts";

/**
 * Obstacle that closes a branch; `unknown` tells that a condition could not be decided, which keeps it closed to
 * players.
 */
export type Obstacle =
  | { readonly kind: "condition"; readonly condition: Expression; readonly unknown: boolean }
  | { readonly kind: "taken-once" };

/** A branch as it stands at a node. */
export interface OfferedBranch {
  readonly branch: Branch;
  /** Words of the choice, with the values of the variables that they name. */
  readonly text: string;
  /** Whether a player can take it. */
  readonly available: boolean;
  /** Whether a player sees it: those that can be taken, and closed ones that say they are shown. */
  readonly shown: boolean;
  /** Obstacle of a closed branch; null for an open one. */
  readonly obstacle: Obstacle | null;
}

/** The branches of a node as they stand, and which one is gone along without asking; null where somebody is to be asked, or none is open. */
export interface Offers {
  readonly all: readonly OfferedBranch[];
  readonly next: OfferedBranch | null;
  /** Number of random numbers drawn once the branches were evaluated. */
  readonly draws: number;
}

/**
 * Looks at the branches of a node in their order, each once, all in the state in which the node was come to. Random numbers in conditions
 * are drawn in that order, then one more where a random node decides.
 */
export function offersAt(dialogue: PlayedDialogue, graph: PlayGraph, state: PlayState, node: PlayNode): Offers {
  const { offers, draws } = lookAt(dialogue, graph, state, node, 0, state.drawn_before);
  const open = offers.filter(({ available }) => available);
  if (node.kind === "random" && open.length > 0) {
    const { dice } = dialogue;
    if (dice !== undefined) {
      const likely = open.filter(({ branch }) => branch.weight > 0);
      const from = likely.length === 0 ? open.slice(0, 1) : likely;
      return { all: offers, next: from[dice(from.length)] ?? null, draws };
    }
    return { all: offers, next: drawn(open, randomAt(state.seed, draws)), draws: draws + 1 };
  }
  return { all: offers, next: nextOf(node, offers, state), draws };
}

/** Whether one of a storylet pool's branches, or those of any other node, can be taken. */
export function contentOf(
  dialogue: PlayedDialogue,
  graph: PlayGraph,
  state: PlayState,
  nodeId: string,
  depth: number,
  draws = state.draws,
): Truth {
  const node = graph.nodes.get(nodeId);
  if (node === undefined || depth >= MAX_NESTING) return UNKNOWN;
  return lookAt(dialogue, graph, state, node, depth + 1, draws).offers.some(({ available }) => available);
}

/** Pools that ask for one another. */
const MAX_NESTING = 4;

function lookAt(
  dialogue: PlayedDialogue,
  graph: PlayGraph,
  state: PlayState,
  node: PlayNode,
  depth: number,
  drawn: number,
): { offers: OfferedBranch[]; draws: number } {
  let draws = drawn;
  let choices = 0;
  const hasContent = (nodeId: string) => contentOf(dialogue, graph, state, nodeId, depth, drawn);
  const offers = node.branches.map((branch): OfferedBranch => {
    const obstacle = obstacleOf(branch);
    const available = obstacle === null;
    if (available && branch.kind === "choice") choices += 1;
    const text = wordsWith(branch.choice_text, dialogue.variables, state.values);
    return { branch, text, available, shown: available || branch.when_unavailable === "disable", obstacle };
  });
  return { offers, draws };

  function obstacleOf(branch: Branch): Obstacle | null {
    if (isSpent(state, branch)) return { kind: "taken-once" };
    return failing(node.id, branch.conditions) ?? guardOf(branch);
  }

  /** The conditions of the node that a branch leads to guard the way in. */
  function guardOf({ target_graph_id, target_node_id }: Branch): Obstacle | null {
    const into = graphOf(dialogue, target_graph_id ?? graph.id);
    const target = target_node_id === null ? undefined : into?.nodes.get(target_node_id);
    return target === undefined ? null : failing(target.id, target.conditions);
  }

  function failing(nodeId: string, conditions: readonly Expression[]): Obstacle | null {
    if (conditions.length === 0) return null;
    const { world, dice } = dialogue;
    const evaluator = new Evaluator({ state, nodeId, choices, world, dice, hasContent }, draws);
    const found = evaluator.failing(conditions);
    draws = evaluator.draws;
    return found === null ? null : { kind: "condition", ...found };
  }
}

/** Whether a branch was taken as often as it can be. */
function isSpent(state: PlayState, branch: Branch): boolean {
  const { id, repeat_scope } = branch;
  const limit = limitOf(branch);
  if (limit === Number.POSITIVE_INFINITY) return false;
  const times = (list: readonly string[]) => list.reduce((count, each) => count + (each === id ? 1 : 0), 0);
  if (repeat_scope === "visit") return times(state.taken_this_visit) >= limit;
  const before = repeat_scope === "player" ? times(state.taken_by_player) : 0;
  return before + (remembered(state.taken, id)?.count ?? 0) >= limit;
}

/** The branch that a node goes along by itself. */
function nextOf(node: PlayNode, offers: readonly OfferedBranch[], state: PlayState): OfferedBranch | null {
  const open = offers.filter(({ available }) => available);
  const first = (kind: Branch["kind"]) => open.find(({ branch }) => branch.kind === kind);
  if (node.kind === "storylet_group") return mostSalient(open, state);
  if (isAutomatic(node)) {
    const ways = open.filter(({ branch }) => branch.kind === "choice" || branch.kind === "auto");
    // Behind a detour is where its `else` leads: that is gone along when it returns.
    const last = node.kind === "detour" || node.kind === "subgraph" ? undefined : first("else");
    return ways[0] ?? last ?? first("fallback") ?? null;
  }
  const asked = open.filter(({ branch }) => branch.kind === "choice" || branch.kind === "event");
  if (asked.length === 0) return first("auto") ?? first("else") ?? first("fallback") ?? null;
  const choices = offers.filter(({ branch }) => branch.kind === "choice" || branch.kind === "event");
  const [only] = choices;
  const isWordless = choices.length === 1 && only?.branch.kind === "choice" && only.branch.choice_text.trim() === "";
  return isWordless && only !== undefined ? only : null;
}

/**
 * Chooses from a storylet pool: the branch with most conditions, then the one taken least often, then the one taken
 * longest ago, then the first.
 */
function mostSalient(open: readonly OfferedBranch[], { taken }: PlayState): OfferedBranch | null {
  const rank = ({ branch }: OfferedBranch) => {
    const before = remembered(taken, branch.id);
    return [-branch.conditions.length, before?.count ?? 0, before?.turn ?? -1];
  };
  const ranked = open.map((offer) => ({ offer, rank: rank(offer) }));
  ranked.sort((a, b) => a.rank.reduce((order, each, at) => order || each - (b.rank[at] ?? 0), 0));
  return ranked[0]?.offer ?? null;
}

/** One of several by their weights, for a number from 0 up to 1; the first where none has a weight. */
function drawn(open: readonly OfferedBranch[], share: number): OfferedBranch | null {
  const total = open.reduce((sum, { branch }) => sum + branch.weight, 0);
  if (total === 0) return open[0] ?? null;
  let rest = share * total;
  for (const each of open) {
    rest -= each.branch.weight;
    if (rest < 0) return each;
  }
  return open.findLast(({ branch }) => branch.weight > 0) ?? null;
}
