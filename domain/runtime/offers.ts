import { type Branch, limitOf, TALK_KIND } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { Evaluator } from "./evaluate.ts";
import { randomAt } from "./random.ts";
import { type PlayState, remembered } from "./state.ts";
import { graphOf, isAutomatic, type PlayedDialogue, type PlayGraph, type PlayNode } from "./story.ts";
import { type Truth, UNKNOWN } from "./value.ts";
import type { ShownWords } from "./words.ts";
import type { Work } from "./work.ts";

/**
 * Obstacle that closes a branch; `unknown` tells that a condition could not be decided, which keeps it closed to
 * players.
 */
export type Obstacle =
  | { readonly kind: "condition"; readonly condition: Expression; readonly unknown: boolean }
  | { readonly kind: "taken-once" };

/** A branch as it stands at a node. */
export interface OfferedBranch extends LookedAt, ShownWords {
  /** Words of the choice, with the values of the variables that they name. */
  readonly text: string;
}

/** A branch as it stands at a node, without its words: most that are looked at are passed by. */
export interface LookedAt {
  readonly branch: Branch;
  /** Whether a player can take it. */
  readonly available: boolean;
  /** Whether a player sees it: those that can be taken, and closed ones that say they are shown. */
  readonly shown: boolean;
  /** Obstacle of a closed branch; null for an open one. */
  readonly obstacle: Obstacle | null;
}

/** Place from which branches are looked at: a dialogue of a story, in a state. */
export interface Lookout {
  readonly dialogue: PlayedDialogue;
  readonly graph: PlayGraph;
  readonly state: PlayState;
  readonly work: Work;
}

/** The branches of a node as they stand, and which one is gone along without asking; null where somebody is to be asked, or none is open. */
export interface Offers {
  readonly all: readonly LookedAt[];
  readonly next: LookedAt | null;
  /** Number of random numbers drawn once the branches were evaluated. */
  readonly draws: number;
}

/**
 * Looks at the branches of a node in their order, each once, all in the state in which the node was come to. Random numbers in conditions
 * are drawn in that order, then one more where a random node decides.
 *
 * @throws {@link OverBudget} once the page has taken more than it may.
 */
export function offersAt(lookout: Lookout, node: PlayNode): Offers {
  const { dialogue, state } = lookout;
  const { offers, draws } = lookAt({ ...lookout, depth: 0, drawn: state.drawn_before, known: new Map() }, node);
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
export function hasContent(lookout: Lookout, nodeId: string): Truth {
  return contentOf({ ...lookout, depth: 0, drawn: lookout.state.draws, known: new Map() }, nodeId);
}

/** Look at a node, and what is known in its state of the nodes that are asked for: each is looked at once a depth. */
interface Look extends Lookout {
  readonly depth: number;
  readonly drawn: number;
  readonly known: Map<string, Truth>;
}

/** Pools that ask for one another. */
const MAX_NESTING = 4;

function contentOf(look: Look, nodeId: string): Truth {
  const { graph, depth, known } = look;
  const node = graph.nodes.get(nodeId);
  if (node === undefined || depth >= MAX_NESTING) return UNKNOWN;
  const key = `${depth} ${nodeId}`;
  let truth = known.get(key);
  if (truth === undefined) {
    truth = lookAt({ ...look, depth: depth + 1 }, node).offers.some(({ available }) => available);
    known.set(key, truth);
  }
  return truth;
}

function lookAt(look: Look, node: PlayNode): { offers: LookedAt[]; draws: number } {
  const { dialogue, graph, state, work } = look;
  let draws = look.drawn;
  let choices = 0;
  const asksContent = (nodeId: string) => contentOf(look, nodeId);
  const offers = node.branches.map((branch): LookedAt => {
    work.spend(1);
    const obstacle = obstacleOf(branch);
    const available = obstacle === null;
    if (available && branch.kind === "choice") choices += 1;
    return { branch, available, shown: available || branch.when_unavailable === "disable", obstacle };
  });
  return { offers, draws };

  function obstacleOf(branch: Branch): Obstacle | null {
    if (isSpent(look, branch)) return { kind: "taken-once" };
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
    const evaluator = new Evaluator({ state, nodeId, choices, world, dice, work, hasContent: asksContent }, draws);
    const found = evaluator.failing(conditions);
    draws = evaluator.draws;
    return found === null ? null : { kind: "condition", ...found };
  }
}

/** Whether a branch was taken as often as it can be. */
function isSpent({ state, work }: Lookout, branch: Branch): boolean {
  const { id, repeat_scope } = branch;
  const limit = limitOf(branch);
  if (limit === Number.POSITIVE_INFINITY) return false;
  if (repeat_scope === "visit") {
    work.spend(state.taken_this_visit.length / COUNTED_AN_EVALUATION);
    return timesIn(state.taken_this_visit, id) >= limit;
  }
  const before = repeat_scope === "player" ? timesIn(state.taken_by_player, id) : 0;
  return before + (remembered(state.taken, id)?.count ?? 0) >= limit;
}

/** Branches taken in a visit that are counted for one evaluation. */
const COUNTED_AN_EVALUATION = 10;

/** Counts of the ids in lists of what was taken, which are never changed. */
const counts = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

function timesIn(taken: readonly string[], id: string): number {
  if (taken.length === 0) return 0;
  let times = counts.get(taken);
  if (times === undefined) {
    const counted = new Map<string, number>();
    for (const each of taken) counted.set(each, (counted.get(each) ?? 0) + 1);
    counts.set(taken, counted);
    times = counted;
  }
  return times.get(id) ?? 0;
}

/** The branch that a node goes along by itself. */
function nextOf(node: PlayNode, offers: readonly LookedAt[], state: PlayState): LookedAt | null {
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
  // Nobody is led past a talk: it can be held where there is one way on as well.
  const isWordless =
    node.kind !== TALK_KIND &&
    choices.length === 1 &&
    only?.branch.kind === "choice" &&
    only.branch.choice_text.trim() === "";
  return isWordless && only !== undefined ? only : null;
}

/**
 * Chooses from a storylet pool: the branch with most conditions, then the one taken least often, then the one taken
 * longest ago, then the first.
 */
function mostSalient(open: readonly LookedAt[], { taken }: PlayState): LookedAt | null {
  const ranked = open.map((offer) => {
    const before = remembered(taken, offer.branch.id);
    return { offer, rank: [-offer.branch.conditions.length, before?.count ?? 0, before?.turn ?? -1] };
  });
  let [best] = ranked;
  for (const each of ranked) {
    const order = each.rank.reduce((found, own, at) => found || own - (best?.rank[at] ?? 0), 0);
    if (order < 0) best = each;
  }
  return best?.offer ?? null;
}

/** One of several by their weights, for a number from 0 up to 1; the first where none has a weight. */
function drawn(open: readonly LookedAt[], share: number): LookedAt | null {
  const total = open.reduce((sum, { branch }) => sum + branch.weight, 0);
  if (total === 0) return open[0] ?? null;
  let rest = share * total;
  for (const each of open) {
    rest -= each.branch.weight;
    if (rest < 0) return each;
  }
  return open.findLast(({ branch }) => branch.weight > 0) ?? null;
}
