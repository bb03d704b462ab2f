import type { Branch } from "../dialogue/wire.ts";
import { TERMINAL_KIND } from "../dialogue/wire.ts";
import type { Effect, VariableValue } from "../expression.ts";
import { applyEffects, type EffectOutcome, fitted } from "./effects.ts";
import { contentOf, type OfferedBranch, offersAt } from "./offers.ts";
import { anew, ownValues } from "./scopes.ts";
import { type Beginning, freshState, type NodeVisits, type PlayState, remembered } from "./state.ts";
import {
  type Frame,
  graphOf,
  isAutomatic,
  isDetour,
  isSaid,
  nodeAt,
  type PlayedDialogue,
  type PlayGraph,
  type PlayNode,
  startOf,
} from "./story.ts";
import { UNKNOWN } from "./value.ts";
import { wordsWith } from "./words.ts";
import type { ProposedEvent } from "./world-effects.ts";

/** State in which a playthrough waits or ends. */
export type Halt =
  | { readonly kind: "choices"; readonly choices: readonly OfferedBranch[] }
  /** Halt without a choice: one way on. */
  | { readonly kind: "continue"; readonly choice: OfferedBranch }
  /** The host is to do what the node's text says, and then to answer. */
  | { readonly kind: "command"; readonly nodeId: string; readonly text: string }
  /** One of these events is to happen. */
  | { readonly kind: "waiting"; readonly events: readonly OfferedBranch[] }
  | { readonly kind: "ending" }
  | { readonly kind: "leaves"; readonly graphId: string; readonly nodeId: string | null }
  | { readonly kind: "dead-end" }
  /** Halt at branches of which none is open. */
  | { readonly kind: "blocked"; readonly choices: readonly OfferedBranch[] }
  /** The node a branch leads to is not there. */
  | { readonly kind: "missing"; readonly branch: Branch }
  /** Nodes without words lead to one another for ever. */
  | { readonly kind: "circle" }
  | { readonly kind: "nothing" };

/** Entry of the trace of a step, in order. */
export type TraceEntry =
  | { readonly kind: "entered"; readonly node: string }
  | { readonly kind: "completed"; readonly node: string }
  | { readonly kind: "took"; readonly branch: string }
  | { readonly kind: "detoured"; readonly node: string }
  | { readonly kind: "returned"; readonly node: string }
  | EffectOutcome;

/** Text of a node, with the values of that moment. */
export interface SaidText {
  readonly node: string;
  readonly text: string;
  /** Values of variables when it was said, by id. */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** One page: what happened since the last decision, and what can be done now. */
export interface Page {
  /** Ids of the nodes come to, in order. */
  readonly nodes: readonly string[];
  /** Texts of the nodes, in order. */
  readonly said: readonly SaidText[];
  /** The branches that led here, in order. */
  readonly way: readonly string[];
  readonly trace: readonly TraceEntry[];
  /** Changes of the world that this page proposes to its host, in order. */
  readonly proposed: readonly ProposedEvent[];
  readonly state: PlayState;
  readonly halt: Halt;
}

/** Every branch that a halt tells of, in its order. */
export function offersOf(halt: Halt): readonly OfferedBranch[] {
  switch (halt.kind) {
    case "choices":
    case "blocked":
      return halt.choices;
    case "continue":
      return [halt.choice];
    case "waiting":
      return halt.events;
    default:
      return [];
  }
}

/**
 * The branches that can be taken at a halt without opening a closed door: by a player, or by the host where they are events. Where a
 * playthrough is blocked there are none: an event that is open there is one that nobody waits for.
 */
export function openOffers(halt: Halt): readonly OfferedBranch[] {
  if (halt.kind === "blocked") return [];
  return offersOf(halt).filter(({ available }) => available);
}

/** More nodes without a decision than any story has. */
const MAX_PASSED = 1_000;

/** Begins at a node, or at the dialogue's start. The conditions of the first node are not asked: there is nowhere else to go. */
export function begin(
  dialogue: PlayedDialogue,
  { from = null, ...beginning }: Beginning & { from?: string | null | undefined } = {},
): Page {
  const turn = new Turn(dialogue, freshState(dialogue.variables.values(), beginning));
  const first = from !== null && dialogue.nodes.has(from) ? from : startOf(dialogue);
  return first === null ? turn.end({ kind: "nothing" }) : turn.goOn({ graph: dialogue.id, node: first });
}

/**
 * Takes a branch of the node a playthrough stands at: its effects, then its target and whatever follows without a decision. A closed
 * branch can be taken as well: whether it is open is for the caller to ask.
 */
export function choose(dialogue: PlayedDialogue, state: PlayState, branch: Branch): Page {
  const turn = new Turn(dialogue, { ...state, turn: state.turn + 1, phase: "open" });
  const to = turn.take(branch);
  turn.forgetTemporary();
  return "halt" in to ? turn.end(to.halt) : turn.goOn(to.frame);
}

/** Answer of a story's host. */
export interface Answer {
  /** The event that happened: the words of an event branch. */
  readonly event?: string | undefined;
  /** Values of variables that the host set. */
  readonly values?: Readonly<Record<string, VariableValue>> | undefined;
}

/**
 * Goes on once the host has carried a command out, or an event happened. Values that do not fit their variables are left out; null where
 * nothing is asked of the host, or no open branch waits for that event.
 */
export function answer(dialogue: PlayedDialogue, state: PlayState, { event, values = {} }: Answer = {}): Page | null {
  const fitting = Object.entries(values).flatMap(([id, given]) => {
    const variable = dialogue.variables.get(id);
    const value = variable === undefined ? UNKNOWN : fitted(given, variable);
    return value === UNKNOWN ? [] : [[id, value] as const];
  });
  const told: PlayState = { ...state, values: { ...state.values, ...Object.fromEntries(fitting) } };
  const { halt } = stand(dialogue, told);
  if (halt.kind === "command") {
    const turn = new Turn(dialogue, { ...told, turn: told.turn + 1, phase: "open", drawn_before: told.draws });
    return turn.goOn(null);
  }
  const happened = openOffers(halt).find(({ branch }) => {
    return branch.kind === "event" && (event === undefined || branch.choice_text === event);
  });
  return happened === undefined ? null : choose(dialogue, told, happened.branch);
}

/** Returns the halt of a saved playthrough. */
export function stand(dialogue: PlayedDialogue, state: PlayState): { halt: Halt; draws: number } {
  const here = nodeAt(dialogue, state.at);
  if (here === null) return { halt: { kind: "nothing" }, draws: state.draws };
  return haltAt(dialogue, here.graph, state, here.node);
}

/**
 * Works out what can be done on a page once more, after the dialogue or a value was changed; the way to it stays as it was. A page that
 * ended on its way, at a node that is gone or in another dialogue, stays as it ended.
 */
export function reread(dialogue: PlayedDialogue, page: Page): Page {
  const { kind } = page.halt;
  if (kind === "missing" || kind === "leaves" || kind === "circle") return page;
  return { ...page, halt: stand(dialogue, page.state).halt };
}

/** Returns the halt at a node that was entered. */
function haltAt(
  dialogue: PlayedDialogue,
  graph: PlayGraph,
  state: PlayState,
  node: PlayNode,
): { halt: Halt; draws: number } {
  const { draws } = state;
  if (node.kind === "command" && state.phase === "asked") {
    const text = wordsWith(node.text, dialogue.variables, state.values);
    return { halt: { kind: "command", nodeId: node.id, text }, draws };
  }
  if (node.kind === TERMINAL_KIND || node.kind === "return" || node.branches.length === 0) {
    return { halt: closingOf(node), draws };
  }
  const offers = offersAt(dialogue, graph, state, node);
  const found = (halt: Halt) => ({ halt, draws: offers.draws });
  if (offers.next !== null) return found({ kind: "continue", choice: offers.next });
  const asked = offers.all.filter(({ branch: { kind } }) => kind === "choice" || kind === "event");
  const open = asked.filter(({ available }) => available);
  if (isAutomatic(node) || open.length === 0) return found({ kind: "blocked", choices: offers.all });
  const events = open.filter(({ branch }) => branch.kind === "event");
  return found(events.length === open.length ? { kind: "waiting", events } : { kind: "choices", choices: asked });
}

/** Returns the halt of a node without a way on. */
function closingOf({ kind, exit_to }: PlayNode): Halt {
  if (exit_to !== null) return { kind: "leaves", graphId: exit_to.graph_id, nodeId: exit_to.node_id };
  return { kind: kind === TERMINAL_KIND || kind === "return" ? "ending" : "dead-end" };
}

/** Visits of a node before it is entered for the first time. */
const UNVISITED: NodeVisits = { entered: 0, completed: 0, turn: 0 };

type Destination = { readonly frame: Frame } | { readonly halt: Halt };

/** A state that a turn is making. */
type Draft = { -readonly [Key in keyof PlayState]: PlayState[Key] };

/** One decision and what follows it. */
class Turn {
  readonly #dialogue: PlayedDialogue;
  readonly #nodes: string[] = [];
  readonly #said: SaidText[] = [];
  readonly #way: string[] = [];
  readonly #trace: TraceEntry[] = [];
  #state: Draft;

  /** Goes on from a state that nobody else has, and changes it in place until it ends: a copy for each change took a tenth of all time. */
  constructor(dialogue: PlayedDialogue, state: Draft) {
    this.#dialogue = dialogue;
    this.#state = state;
  }

  end(halt: Halt): Page {
    const proposed = this.#trace.flatMap((entry) => (entry.kind === "proposed" ? [entry.event] : []));
    return {
      nodes: this.#nodes,
      said: this.#said,
      way: this.#way,
      trace: this.#trace,
      proposed,
      state: this.#state,
      halt,
    };
  }

  /** Enters a node, and those after it as long as there is nothing to read and nothing to decide; null goes on from where it stands. */
  goOn(first: Frame | null): Page {
    let frame = first;
    for (let passed = 0; passed < MAX_PASSED; passed++) {
      if (frame !== null) this.#enter(frame);
      const { halt, draws } = stand(this.#dialogue, this.#state);
      this.#state.draws = draws;
      const here = nodeAt(this.#dialogue, this.#state.at);
      const next = here === null ? null : this.#follow(here.node, halt);
      if (next === null) {
        this.#noteOffered(halt);
        return this.end(halt);
      }
      if ("halt" in next) return this.end(next.halt);
      frame = next.frame;
    }
    return this.end({ kind: "circle" });
  }

  /** Follows a halt that needs no input; null where the play stops. */
  #follow(node: PlayNode, halt: Halt): Destination | null {
    if (halt.kind === "continue") return passesOn(node, halt.choice.branch) ? this.take(halt.choice.branch) : null;
    if (halt.kind === "leaves") {
      const into = graphOf(this.#dialogue, halt.graphId);
      if (into === undefined) return null;
      const to = halt.nodeId ?? startOf(into);
      if (to === null || !into.nodes.has(to)) return null;
      this.#complete(node.id);
      this.#dropDetours();
      return { frame: { graph: into.id, node: to } };
    }
    if (halt.kind !== "ending") return null;
    if (node.kind !== "return") this.#dropDetours();
    return this.#return();
  }

  /** Takes a branch: its effects, then where it leads. */
  take(branch: Branch): Destination {
    const { at, taken, turn, taken_this_visit } = this.#state;
    const here = nodeAt(this.#dialogue, at);
    if (this.#counts(branch.id)) {
      const before = remembered(taken, branch.id)?.count ?? 0;
      this.#state.taken = { ...taken, [branch.id]: { count: before + 1, turn } };
      if (branch.repeat === "limited" || !taken_this_visit.includes(branch.id))
        this.#state.taken_this_visit = [...taken_this_visit, branch.id];
    }
    this.#way.push(branch.id);
    this.#trace.push({ kind: "took", branch: branch.id });
    this.#apply(branch.effects, at?.node ?? "");
    const isAway = here !== null && isDetour(here.node) && branch.kind !== "else";
    if (at !== null && !isAway) this.#complete(at.node);
    if (branch.unwind) this.#unwind();
    const to = this.#destination(branch);
    if ("frame" in to && isAway && at !== null) {
      const own = ownValues(this.#dialogue, this.#state);
      this.#state.stack = [...this.#state.stack, own === null ? at : { ...at, values: own }];
      this.#trace.push({ kind: "detoured", node: at.node });
    }
    return to;
  }

  /** Temporary values last from one decision to the effects of the next. */
  forgetTemporary(): void {
    this.#state.values = anew(this.#dialogue, this.#state.values, "temporary");
  }

  /** Returns the target of a branch: a node, or the reason why the page ends there. */
  #destination(branch: Branch): Destination {
    const { target_graph_id, target_node_id } = branch;
    const own = this.#state.at?.graph ?? this.#dialogue.id;
    const graphId = target_graph_id ?? own;
    const graph = graphOf(this.#dialogue, graphId);
    if (graph === undefined) return { halt: { kind: "leaves", graphId, nodeId: target_node_id } };
    const node = target_node_id ?? (graphId === own ? null : startOf(graph));
    if (node === null || !graph.nodes.has(node)) return { halt: { kind: "missing", branch } };
    return { frame: { graph: graphId, node } };
  }

  /** Comes back from the innermost detour and goes on behind it; null where there is none, which is the end. */
  #return(): Destination | null {
    for (let frame = this.#state.stack.at(-1); frame !== undefined; frame = this.#state.stack.at(-1)) {
      this.#state.stack = this.#state.stack.slice(0, -1);
      const here = nodeAt(this.#dialogue, frame);
      if (here === null) continue;
      this.#trace.push({ kind: "returned", node: frame.node });
      const { graph, node, values: own } = frame;
      if (own !== undefined && graph !== this.#state.at?.graph) this.#state.values = { ...this.#state.values, ...own };
      this.#state.at = { graph, node };
      this.#state.drawn_before = this.#state.draws;
      const { all, draws } = offersAt(this.#dialogue, here.graph, this.#state, here.node);
      this.#state.draws = draws;
      const behind = all.find(({ branch, available }) => available && branch.kind === "else");
      if (behind !== undefined) return this.take(behind.branch);
      this.#complete(frame.node);
    }
    return null;
  }

  /** Detours under way are completed and not come back from. */
  #unwind(): void {
    const { stack } = this.#state;
    for (const { node } of stack.toReversed()) this.#complete(node);
    if (stack.length > 0) this.#state.stack = [];
  }

  /** An end ends its dialogue: detours within it are not come back from. */
  #dropDetours(): void {
    const graph = this.#state.at?.graph;
    const stack = [...this.#state.stack];
    for (let last = stack.at(-1); last !== undefined && last.graph === graph; last = stack.at(-1)) stack.pop();
    if (stack.length !== this.#state.stack.length) this.#state.stack = stack;
  }

  #enter(frame: Frame): void {
    const state = this.#state;
    const { turn, at } = state;
    const node = nodeAt(this.#dialogue, frame)?.node;
    state.at = frame;
    state.phase = node?.kind === "command" ? "asked" : "open";
    if (at !== null && at.graph !== frame.graph) state.values = anew(this.#dialogue, state.values, "dialogue");
    state.visits = this.#visitsWith(frame.node, turn);
    if (at?.node !== frame.node && state.taken_this_visit.length > 0) state.taken_this_visit = [];
    this.#nodes.push(frame.node);
    this.#trace.push({ kind: "entered", node: frame.node });
    this.#apply(node?.on_enter_effects ?? [], frame.node);
    if (node !== undefined && isSaid(node)) this.#say(node);
    this.#state.drawn_before = this.#state.draws;
  }

  #say({ id, text }: PlayNode): void {
    const { values } = this.#state;
    this.#said.push({ node: id, text: wordsWith(text, this.#dialogue.variables, values), values });
  }

  /** Whether visits to a node, or takes of a branch, are remembered. */
  #counts(id: string): boolean {
    return this.#dialogue.memory?.counted.has(id) ?? true;
  }

  #visitsWith(nodeId: string, turn: number): PlayState["visits"] {
    const { visits } = this.#state;
    if (!this.#counts(nodeId)) return visits;
    const before = remembered(visits, nodeId) ?? UNVISITED;
    return { ...visits, [nodeId]: { ...before, entered: before.entered + 1, turn } };
  }

  #complete(nodeId: string): void {
    this.#trace.push({ kind: "completed", node: nodeId });
    if (!this.#counts(nodeId)) return;
    const { visits } = this.#state;
    const before = remembered(visits, nodeId) ?? UNVISITED;
    const completed = { ...before, completed: before.completed + 1 };
    this.#state.visits = { ...visits, [nodeId]: completed };
  }

  #apply(effects: readonly Effect[], nodeId: string): void {
    if (effects.length === 0) return;
    const { world, dice } = this.#dialogue;
    const { at } = this.#state;
    const graph = at === null ? undefined : graphOf(this.#dialogue, at.graph);
    const hasContent = (id: string, now: PlayState) =>
      graph === undefined ? UNKNOWN : contentOf(this.#dialogue, graph, now, id, 0);
    const place = { state: this.#state, nodeId, choices: 0, world, dice, hasContent };
    // What comes back is the state that was given, or a copy of it.
    const { state, outcomes } = applyEffects(effects, place, this.#dialogue);
    this.#state = state as Draft;
    this.#trace.push(...outcomes);
  }

  #noteOffered(halt: Halt): void {
    if (this.#dialogue.memory?.offers === false) return;
    const shown = halt.kind === "choices" || halt.kind === "continue" ? offersOf(halt) : [];
    const seen = shown.filter((each) => each.shown && !Object.hasOwn(this.#state.offered, each.branch.id));
    if (seen.length === 0) return;
    const added = Object.fromEntries(seen.map(({ branch }) => [branch.id, true as const]));
    this.#state.offered = { ...this.#state.offered, ...added };
  }
}

/** Words are waited at; a node that decides by itself, or a wordless way on from a node without words, is passed. */
function passesOn(node: PlayNode, branch: Branch): boolean {
  if (isSaid(node)) return false;
  return isAutomatic(node) || branch.kind !== "choice" || branch.choice_text.trim() === "";
}
