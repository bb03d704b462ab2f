import { addToList } from "../add-to-list.ts";
import type { Expression } from "../expression.ts";
import { explorer, type WayStep } from "./explore.ts";
import { answer, begin, choose, offersOf, openOffers, type Page } from "./run.ts";
import type { Beginning } from "./state.ts";
import { graphOf, graphsOf, type PlayedDialogue, type PlayNode, startOf } from "./story.ts";

/** Goal of a search: a node that is reached, or a branch that is taken. */
export type Goal = { readonly node: string } | { readonly branch: string };

/** A part of a condition that kept a branch closed whenever it was looked at. */
export interface BarClause {
  readonly condition: Expression;
  /** Whether it could not be decided, rather than being false. */
  readonly unknown: boolean;
}

/** A branch on the way to a goal that is never taken, though its node is come to. */
export interface Bar {
  readonly node: string;
  readonly branch: string;
  /** Clauses that keep the branch closed; empty where none does and another branch always goes first. */
  readonly clauses: readonly BarClause[];
}

/** Result of a search, with the number of different states it looked at. */
export type Finding =
  /** A shortest way by decisions: a page for its beginning and for each step. */
  | { readonly kind: "found"; readonly pages: readonly Page[]; readonly states: number }
  /** Every state was looked at. What bars the way, the nearest to the goal first; nothing where no branch leads there. */
  | { readonly kind: "impossible"; readonly bars: readonly Bar[]; readonly states: number }
  | { readonly kind: "undecided"; readonly states: number };

/** Goal, start and limits of a search. */
export interface SeekTarget {
  readonly goal: Goal;
  /** Different states that are looked at, at most. */
  readonly budget: number;
  readonly beginning?: (Beginning & { readonly from?: string | null }) | undefined;
}

/** Seeks a shortest way that players can really go, or proves that there is none and says what bars it. */
export function seek(dialogue: PlayedDialogue, { budget, ...sought }: SeekTarget): Finding {
  return seeker(dialogue, sought)(budget);
}

/** Seeks in goes, each with a larger budget for all of them together: one goes on where the one before it could not decide. */
export function seeker(
  dialogue: PlayedDialogue,
  { goal, beginning = {} }: Omit<SeekTarget, "budget">,
): (budget: number) => Finding {
  const seen: Seen = { nodes: new Set(), taken: new Set(), closed: new Map() };
  const isGoal = ({ nodes, way }: Page) => ("node" in goal ? nodes.includes(goal.node) : way.includes(goal.branch));
  const isWanted = (page: Page) => {
    if (isGoal(page)) return true;
    note(seen, page);
    return false;
  };
  const look = explorer(dialogue, { isWanted, beginning });
  return (budget) => {
    const found = look(budget);
    const { states } = found;
    if (found.kind === "found") return { kind: "found", pages: pagesOn(dialogue, found.way, beginning), states };
    if (found.kind === "undecided") return { kind: "undecided", states };
    return { kind: "impossible", bars: barsTo(dialogue, goal, seen), states };
  };
}

/** Nodes and branches reached on any way. */
interface Seen {
  readonly nodes: Set<string>;
  readonly taken: Set<string>;
  /** Clauses that kept evaluated branches closed, by branch and by their text. */
  readonly closed: Map<string, Map<string, BarClause>>;
}

function note({ nodes, taken, closed }: Seen, page: Page): void {
  for (const id of page.nodes) nodes.add(id);
  for (const id of page.way) taken.add(id);
  for (const { branch, obstacle } of offersOf(page.halt)) {
    if (obstacle?.kind !== "condition") continue;
    const clauses = closed.get(branch.id) ?? new Map<string, BarClause>();
    closed.set(branch.id, clauses);
    const { condition, unknown } = obstacle;
    clauses.set(JSON.stringify(condition), { condition, unknown });
  }
}

/** Seeds that are tried for dice that fall by themselves as the way needs them, and evaluations for all of them. */
const MAX_SEEDS = 2_000;
const SEED_EVALUATIONS = 10_000_000;

/** The pages of a way. Where dice have to fall on it, they do so by a seed, if one of a few does: stepping back changes nothing then. */
function pagesOn(dialogue: PlayedDialogue, way: readonly WayStep[], beginning: SeekTarget["beginning"] = {}): Page[] {
  let script: readonly number[] = [];
  let fallen = 0;
  const dice = () => script[fallen++] ?? 0;
  const pages = walk({ ...dialogue, dice }, way, beginning, (step) => {
    script = step.dice;
    fallen = 0;
  });
  if (way.every((step) => step.dice.length === 0)) return walk(dialogue, way, beginning);
  const meter = { spent: 0 };
  for (let seed = 1; seed <= MAX_SEEDS && meter.spent <= SEED_EVALUATIONS; seed++) {
    const natural = walk({ ...dialogue, meter }, way, { ...beginning, seed });
    if (natural.length === pages.length && natural.every((page, at) => isAlike(page, pages[at]))) return natural;
  }
  return pages;
}

function isAlike({ nodes, way }: Page, other: Page | undefined): boolean {
  return other !== undefined && nodes.join() === other.nodes.join() && way.join() === other.way.join();
}

/** Goes a way as far as it can be gone. */
function walk(
  dialogue: PlayedDialogue,
  way: readonly WayStep[],
  beginning: NonNullable<SeekTarget["beginning"]>,
  before: (step: WayStep) => void = () => undefined,
): Page[] {
  const pages: Page[] = [];
  for (const step of way) {
    before(step);
    const page = pages.at(-1);
    const next = page === undefined ? begin(dialogue, beginning) : stepOn(dialogue, page, step);
    if (next === null) break;
    pages.push(next);
  }
  return pages;
}

function stepOn(dialogue: PlayedDialogue, { state, halt }: Page, { branch: id }: WayStep): Page | null {
  if (id === null) return answer(dialogue, state);
  const offer = openOffers(halt).find(({ branch }) => branch.id === id);
  return offer === undefined ? null : choose(dialogue, state, offer.branch);
}

/** Branches that lead from nodes that were come to towards a goal, over nodes that were not; the nearest first. */
function barsTo(dialogue: PlayedDialogue, goal: Goal, { nodes, taken, closed }: Seen): Bar[] {
  const towards = distancesTo(dialogue, goal);
  const bars: { bar: Bar; distance: number }[] = [];
  for (const graph of graphsOf(dialogue)) {
    for (const node of graph.nodes.values()) {
      if (!nodes.has(node.id)) continue;
      for (const branch of node.branches) {
        const target = targetOf(dialogue, graph.id, branch);
        const isGoal = "branch" in goal && branch.id === goal.branch;
        const distance = isGoal ? 0 : target === null || nodes.has(target.id) ? undefined : towards.get(target.id);
        if (distance === undefined || taken.has(branch.id)) continue;
        const observed = [...(closed.get(branch.id)?.values() ?? [])];
        const written = [...branch.conditions, ...(target?.conditions ?? [])];
        const clauses = observed.length > 0 ? observed : written.map((condition) => ({ condition, unknown: false }));
        bars.push({ bar: { node: node.id, branch: branch.id, clauses }, distance });
      }
    }
  }
  return bars.sort((a, b) => a.distance - b.distance).map(({ bar }) => bar);
}

/** Returns the number of steps from each node to a goal, ignoring conditions. */
function distancesTo(dialogue: PlayedDialogue, goal: Goal): Map<string, number> {
  const into = new Map<string, string[]>();
  let last = "node" in goal ? goal.node : null;
  for (const graph of graphsOf(dialogue)) {
    for (const node of graph.nodes.values()) {
      const exit = node.exit_to;
      const ways = node.branches.map((branch) => targetOf(dialogue, graph.id, branch));
      if (exit !== null) ways.push(nodeIn(dialogue, exit.graph_id, exit.node_id));
      for (const target of ways) {
        if (target !== null) addToList(into, target.id, node.id);
      }
      if ("branch" in goal && node.branches.some(({ id }) => id === goal.branch)) last = node.id;
    }
  }
  const distances = new Map<string, number>();
  if (last === null) return distances;
  distances.set(last, 0);
  const queue = [last];
  for (const id of queue) {
    for (const from of into.get(id) ?? []) {
      if (distances.has(from)) continue;
      distances.set(from, (distances.get(id) ?? 0) + 1);
      queue.push(from);
    }
  }
  return distances;
}

/** The node that a branch leads to; null where there is none. */
export function targetOf(
  dialogue: PlayedDialogue,
  graphId: string,
  { target_graph_id, target_node_id }: PlayNode["branches"][number],
): PlayNode | null {
  if (target_graph_id !== null) return nodeIn(dialogue, target_graph_id, target_node_id);
  return target_node_id === null ? null : nodeIn(dialogue, graphId, target_node_id);
}

function nodeIn(dialogue: PlayedDialogue, graphId: string, nodeId: string | null): PlayNode | null {
  const graph = graphOf(dialogue, graphId);
  const id = nodeId ?? (graph === undefined ? null : startOf(graph));
  return (id === null ? undefined : graph?.nodes.get(id)) ?? null;
}
