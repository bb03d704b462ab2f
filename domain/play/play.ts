import type { Branch, DialogueNode } from "../dialogue/wire.ts";
import { TERMINAL_KIND } from "../dialogue/wire.ts";
import type { Expression } from "../expression.ts";
import { applyEffects, type EffectOutcome } from "./effects.ts";
import { Evaluator } from "./evaluate.ts";
import { randomAt } from "./random.ts";
import { freshState, type PlayState, type PlayVariable, withEntry } from "./state.ts";

/** What playing needs of a node. */
export type PlayNode = Pick<
  DialogueNode,
  "id" | "kind" | "text" | "conditions" | "on_enter_effects" | "branches" | "exit_to"
>;

/** The dialogue that is played. */
export interface PlayedDialogue {
  readonly id: string;
  readonly start: string | null;
  readonly nodes: ReadonlyMap<string, PlayNode>;
  readonly variables: ReadonlyMap<string, PlayVariable>;
}

/** A branch as it stands on the page. */
export interface OfferedBranch {
  readonly branch: Branch;
  /** Whether a player could take it; an unknown condition leaves that to the person who plays. */
  readonly available: boolean;
  /** Whether a player would see it at all. */
  readonly shown: boolean;
  /** Why not, or what is not known; null when nothing stands in the way. */
  readonly obstacle: Obstacle | null;
}

export type Obstacle =
  | { readonly kind: "condition"; readonly condition: Expression; readonly unknown: boolean }
  | { readonly kind: "taken-once" };

/** Where a playthrough stands. */
export type Halt =
  | { readonly kind: "choices"; readonly choices: readonly OfferedBranch[] }
  /** Nothing to choose: the one way on. */
  | { readonly kind: "continue"; readonly choice: OfferedBranch }
  | { readonly kind: "ending" }
  | { readonly kind: "leaves"; readonly graphId: string; readonly nodeId: string | null }
  | { readonly kind: "dead-end" }
  /** There are ways on, and none is open. */
  | { readonly kind: "blocked"; readonly choices: readonly OfferedBranch[] }
  /** The node a branch leads to is not there. */
  | { readonly kind: "missing"; readonly branch: Branch }
  /** Nodes without words lead to one another for ever. */
  | { readonly kind: "circle" }
  | { readonly kind: "nothing" };

/** One page: the nodes come to since the last decision, and what can be done now. */
export interface Page {
  /** Ids of the nodes, in order; the last one is where the playthrough stands. */
  readonly nodes: readonly string[];
  /** The branches that led here, in order. */
  readonly way: readonly string[];
  readonly state: PlayState;
  readonly outcomes: readonly EffectOutcome[];
  readonly halt: Halt;
}

/** More nodes without a decision than any story has. */
const MAX_PASSED = 1_000;

/** Begins at a node, or at the dialogue's start: its `start`, else the first node. */
export function begin(dialogue: PlayedDialogue, options: { from?: string | null; seed?: number } = {}): Page {
  const state = freshState(dialogue.variables.values(), options.seed ?? 1);
  const first = options.from ?? dialogue.start ?? dialogue.nodes.keys().next().value ?? null;
  const nowhere: Page = { nodes: [], way: [], state, outcomes: [], halt: { kind: "nothing" } };
  return first === null || !dialogue.nodes.has(first) ? nowhere : goOn(dialogue, { ...nowhere, state }, first);
}

/**
 * Takes a branch: its effects, then its target and whatever follows without a decision. A blocked branch can be taken
 * as well: whoever writes a story may look behind its doors.
 */
export function choose(dialogue: PlayedDialogue, page: Page, branch: Branch): Page {
  const nodeId = page.nodes.at(-1) ?? "";
  const { state, outcomes } = take(dialogue, page.state, nodeId, branch);
  const next: Page = {
    nodes: [],
    way: [branch.id],
    state: { ...state, turn: state.turn + 1 },
    outcomes,
    halt: page.halt,
  };
  const leads = destination(dialogue, branch);
  return "to" in leads ? goOn(dialogue, next, leads.to) : { ...next, halt: leads.halt };
}

/**
 * Works out what can be done on a page once more, after the dialogue or a value was changed; the way to it stays as it
 * was. A page that ended on its way, at a node that is gone or in another dialogue, stays as it ended.
 */
export function reread(dialogue: PlayedDialogue, page: Page): Page {
  const { kind } = page.halt;
  if (kind === "missing" || kind === "leaves" || kind === "circle") return page;
  const at = dialogue.nodes.get(page.nodes.at(-1) ?? "");
  return { ...page, halt: at === undefined ? { kind: "nothing" } : haltAt(dialogue, page.state, at) };
}

function take(dialogue: PlayedDialogue, state: PlayState, nodeId: string, branch: Branch) {
  const before = state.taken.get(branch.id)?.count ?? 0;
  const counted: PlayState = {
    ...state,
    taken: withEntry(state.taken, branch.id, { count: before + 1, turn: state.turn }),
    takenThisVisit: new Set([...state.takenThisVisit, branch.id]),
  };
  return applyEffects(branch.effects, { state: counted, nodeId, choices: 0 }, dialogue.variables);
}

/** Where a branch leads: a node of this dialogue, or what ends the page there. */
function destination(dialogue: PlayedDialogue, branch: Branch): { to: string } | { halt: Halt } {
  const { target_graph_id: graphId, target_node_id: nodeId } = branch;
  if (graphId !== null && graphId !== dialogue.id) return { halt: { kind: "leaves", graphId, nodeId } };
  return nodeId !== null && dialogue.nodes.has(nodeId) ? { to: nodeId } : { halt: { kind: "missing", branch } };
}

/** Enters a node, and those after it as long as there is nothing to read and nothing to decide. */
function goOn(dialogue: PlayedDialogue, page: Page, first: string): Page {
  let { state } = page;
  const nodes = [...page.nodes];
  const way = [...page.way];
  const outcomes = [...page.outcomes];
  let id = first;
  for (let passed = 0; passed < MAX_PASSED; passed++) {
    const node = dialogue.nodes.get(id);
    if (node === undefined) break;
    const entered = enter(dialogue, state, node, nodes.at(-1) ?? null);
    state = entered.state;
    outcomes.push(...entered.outcomes);
    nodes.push(id);
    const halt = haltAt(dialogue, state, node);
    if (halt.kind !== "continue" || !passesOn(node, halt.choice.branch)) {
      return { nodes, way, state: noteOffered(state, halt), outcomes, halt };
    }
    const { branch } = halt.choice;
    if (node.kind === "random") state = { ...state, draws: state.draws + 1 };
    const taken = take(dialogue, state, id, branch);
    state = taken.state;
    outcomes.push(...taken.outcomes);
    way.push(branch.id);
    const leads = destination(dialogue, branch);
    if ("halt" in leads) return { nodes, way, state, outcomes, halt: leads.halt };
    id = leads.to;
  }
  return { nodes, way, state, outcomes, halt: { kind: "circle" } };
}

/** Words are waited at; a node that only decides, or a wordless way on from a node without words, is passed. */
function passesOn(node: PlayNode, branch: Branch): boolean {
  return node.text.trim() === "" && (branch.kind !== "choice" || branch.choice_text.trim() === "");
}

function enter(dialogue: PlayedDialogue, state: PlayState, node: PlayNode, from: string | null) {
  const count = (state.visits.get(node.id)?.count ?? 0) + 1;
  const entered: PlayState = {
    ...state,
    visits: withEntry(state.visits, node.id, { count, turn: state.turn }),
    takenThisVisit: from === node.id ? state.takenThisVisit : new Set(),
  };
  return applyEffects(node.on_enter_effects, { state: entered, nodeId: node.id, choices: 0 }, dialogue.variables);
}

function noteOffered(state: PlayState, halt: Halt): PlayState {
  if (halt.kind !== "choices" && halt.kind !== "continue") return state;
  const choices = halt.kind === "choices" ? halt.choices : [halt.choice];
  const shown = choices.filter((each) => each.shown).map(({ branch }) => branch.id);
  return { ...state, offered: new Set([...state.offered, ...shown]) };
}

/** What can be done at a node once it was entered. */
function haltAt(dialogue: PlayedDialogue, state: PlayState, node: PlayNode): Halt {
  if (node.branches.length === 0) {
    if (node.exit_to !== null) return { kind: "leaves", graphId: node.exit_to.graph_id, nodeId: node.exit_to.node_id };
    return { kind: node.kind === TERMINAL_KIND || node.kind === "return" ? "ending" : "dead-end" };
  }
  const offers = node.branches.map((branch) => offer(dialogue, state, node, branch));
  const choices = offers.filter(({ branch }) => branch.kind === "choice" || branch.kind === "event");
  const open = (kind: Branch["kind"]) => offers.filter((each) => each.branch.kind === kind && each.available);
  if (node.kind === "random") {
    const drawn = drawOne(
      offers.filter((each) => each.available),
      state,
    );
    if (drawn !== undefined) return { kind: "continue", choice: drawn };
  }
  if (choices.some((each) => each.available)) {
    const [only] = choices;
    const wordless = choices.length === 1 && only !== undefined && only.branch.choice_text.trim() === "";
    return wordless ? { kind: "continue", choice: only } : { kind: "choices", choices };
  }
  const [next] = [...open("auto"), ...open("else"), ...open("fallback")];
  if (next !== undefined) return { kind: "continue", choice: next };
  return { kind: "blocked", choices: offers };
}

function offer(dialogue: PlayedDialogue, state: PlayState, node: PlayNode, branch: Branch): OfferedBranch {
  const choices = node.branches.length;
  const target = branch.target_node_id === null ? undefined : dialogue.nodes.get(branch.target_node_id);
  // A node's own conditions guard the way in.
  const failing =
    new Evaluator({ state, nodeId: node.id, choices }).failing(branch.conditions) ??
    (target === undefined ? null : new Evaluator({ state, nodeId: target.id, choices }).failing(target.conditions));
  const obstacle: Obstacle | null = isSpent(state, branch)
    ? { kind: "taken-once" }
    : failing === null
      ? null
      : { kind: "condition", ...failing };
  const available = obstacle === null || (obstacle.kind === "condition" && obstacle.unknown);
  return { branch, available, shown: available || branch.when_unavailable === "disable", obstacle };
}

/** Whether a branch that can be taken once was. */
function isSpent(state: PlayState, branch: Branch): boolean {
  if (branch.repeat !== "once") return false;
  return branch.repeat_scope === "visit" ? state.takenThisVisit.has(branch.id) : state.taken.has(branch.id);
}

/** One of several by their weights. */
function drawOne(offers: readonly OfferedBranch[], state: PlayState): OfferedBranch | undefined {
  const total = offers.reduce((sum, { branch }) => sum + branch.weight, 0);
  let rest = randomAt(state.seed, state.draws) * total;
  for (const each of offers) {
    rest -= each.branch.weight;
    if (rest < 0) return each;
  }
  return offers.at(-1);
}
