import type { Branch } from "../dialogue/wire.ts";
import { TALK_KIND, TERMINAL_KIND } from "../dialogue/wire.ts";
import type { Effect, VariableValue } from "../expression.ts";
import { expectArguments } from "./arguments.ts";
import { Draft, type DraftState } from "./draft.ts";
import { applyEffects, type EffectOutcome, fitted } from "./effects.ts";
import { hasContent, type LookedAt, type Lookout, type OfferedBranch, offersAt } from "./offers.ts";
import { beginAnew, ownValues } from "./scopes.ts";
import { type Beginning, freshState, type NodeVisits, type PlayState, remembered } from "./state.ts";
import {
  type Frame,
  forEachPresent,
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
import { isOpenedBy, type TalkNews, withNews } from "./talk.ts";
import { UNKNOWN } from "./value.ts";
import { type ShownWords, wordsOfChoice, wordsWith } from "./words.ts";
import { OverBudget, Work } from "./work.ts";
import type { ProposedEvent } from "./world-effects.ts";

/** State in which a playthrough waits or ends. What `choose` takes is the `branch` of an offer. */
export type Halt =
  /** The player chooses: `choose(story, state, halt.choices[…].branch)`, of those that are `available`. */
  | {
      readonly kind: "choices";
      readonly choices: readonly OfferedBranch[];
      /** Present where the player can talk to the speaker as well: `talk(story, state, { facts, actions })`. */
      readonly talk?: OpenTalk;
    }
  /** Halt without a choice, one way on once the text was read: `choose(story, state, halt.choice.branch)`. */
  | { readonly kind: "continue"; readonly choice: OfferedBranch }
  /** The host is to do what the node's text says, and then to answer: `answer(story, state, { values })`. */
  | { readonly kind: "command"; readonly nodeId: string; readonly text: string }
  /** One of these events is to happen: `answer(story, state, { event: halt.events[…].text })`. */
  | { readonly kind: "waiting"; readonly events: readonly OfferedBranch[] }
  /** The end of the story. */
  | { readonly kind: "ending" }
  /** The story goes on in a dialogue that the host has to open, at that node or at its start. */
  | { readonly kind: "leaves"; readonly graphId: string; readonly nodeId: string | null }
  /** The node has no branches and is no ending. */
  | { readonly kind: "dead-end" }
  /** Halt at branches of which none is open. */
  | { readonly kind: "blocked"; readonly choices: readonly OfferedBranch[] }
  /** The node a branch leads to is not there. */
  | { readonly kind: "missing"; readonly branch: Branch }
  /** Nodes without words lead to one another for ever, or their logic takes more than a page may. */
  | { readonly kind: "circle" }
  /** The dialogue has no nodes. */
  | { readonly kind: "nothing" };

/** A talk that a player can hold where a playthrough stands. The choices beside it are its written answers. */
export interface OpenTalk {
  readonly nodeId: string;
  /** The entity that is talked to; null where the node names none. */
  readonly speakerId: string | null;
  /** Ids of the open choices that the talk has come to, in their order: any of them goes on. */
  readonly opened: readonly string[];
}

/** Entry of the trace of a step, in order: the form that `/v1` answers for a playthrough as well. */
export type TraceEntry =
  | { readonly kind: "entered"; readonly node_id: string }
  | { readonly kind: "completed"; readonly node_id: string }
  | { readonly kind: "took"; readonly branch_id: string }
  | { readonly kind: "detoured"; readonly node_id: string }
  | { readonly kind: "returned"; readonly node_id: string }
  | EffectOutcome;

/** Text of a node, with the values of that moment. */
export interface SaidText extends ShownWords {
  readonly node: string;
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

/** More detours under way within one another than any story has, and more values that all of them keep. */
const MAX_DETOURS = 1_000;
const MAX_KEPT_VALUES = 100_000;

/**
 * Begins at a node, or at the dialogue's start. The conditions of the first node are not asked: there is nowhere else to go.
 *
 * @throws Error for what is not a story.
 */
export function begin(
  story: PlayedDialogue,
  { from = null, ...beginning }: Beginning & { from?: string | null | undefined } = {},
): Page {
  expectArguments("begin", { story });
  const first = from !== null && story.nodes.has(from) ? from : startOf(story);
  return new Turn(story, freshState(story.variables.values(), beginning)).play((turn) =>
    first === null ? { kind: "nothing" } : turn.goOn({ graph: story.id, node: first }),
  );
}

/**
 * Takes a branch of the node a playthrough stands at: its effects, then its target and whatever follows without a decision. A closed
 * branch can be taken as well: whether it is open is for the caller to ask.
 *
 * @param branch - the `branch` of an offer: of a choice or an event, or that of the one way on.
 * @throws Error for a state or a branch that is none, such as `undefined`.
 */
export function choose(story: PlayedDialogue, state: PlayState, branch: Branch): Page {
  expectArguments("choose", { story, state, branch });
  return new Turn(story, { ...state, turn: state.turn + 1, phase: "open" }).play((turn) => {
    const to = turn.take(branch);
    turn.forgetTemporary();
    return "halt" in to ? to.halt : turn.goOn(to.frame);
  });
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
export function answer(story: PlayedDialogue, state: PlayState, { event, values = {} }: Answer = {}): Page | null {
  expectArguments("answer", { story, state });
  const fitting = Object.entries(values).flatMap(([id, given]) => {
    const variable = story.variables.get(id);
    const value = variable === undefined ? UNKNOWN : fitted(given, variable);
    return value === UNKNOWN ? [] : [[id, value] as const];
  });
  const told: PlayState = { ...state, values: { ...state.values, ...Object.fromEntries(fitting) } };
  const { halt } = stand(story, told);
  if (halt.kind === "command") {
    const next: PlayState = { ...told, turn: told.turn + 1, phase: "open", drawn_before: told.draws };
    return new Turn(story, next).play((turn) => turn.goOn(null));
  }
  const happened = openOffers(halt).find(({ branch }) => {
    return branch.kind === "event" && (event === undefined || branch.choice_text === event);
  });
  return happened === undefined ? null : choose(story, told, happened.branch);
}

/**
 * Notes what came up in the talk at the node where a playthrough stands: it stays there, and the choices that the talk has come to are
 * `opened`. What opens none of them is left out; null where nobody can be talked to.
 */
export function talk(story: PlayedDialogue, state: PlayState, news: TalkNews = {}): Page | null {
  expectArguments("talk", { story, state });
  const { halt } = stand(story, state);
  const node = nodeAt(story, state.at)?.node;
  if (halt.kind !== "choices" || halt.talk === undefined || node === undefined) return null;
  const next = withNews(state, node, news);
  return { nodes: [], said: [], way: [], trace: [], proposed: [], state: next, halt: stand(story, next).halt };
}

/** Returns the halt of a saved playthrough. */
export function stand(story: PlayedDialogue, state: PlayState): { halt: Halt; draws: number } {
  expectArguments("stand", { story, state });
  const work = new Work(story.meter);
  const found = within(work, () => {
    const here = nodeAt(story, state.at);
    if (here === null) return { halt: NOTHING, draws: state.draws };
    const at = { dialogue: story, graph: here.graph, state, work };
    const { halt, draws } = haltAt(at, here.node);
    return { halt: inWords(halt, at, here.node), draws };
  });
  return found ?? { halt: { kind: "circle" }, draws: state.draws };
}

/** Does what a page may; null where it would take more than that. */
function within<T>(work: Work, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof OverBudget) return null;
    throw error;
  } finally {
    work.end();
  }
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

/** A halt at which nothing can be done. */
type Closing = Exclude<Halt, { kind: "choices" | "continue" | "command" | "waiting" | "blocked" }>;

/** A halt without the words of what can be done: those are said where a page ends alone. */
type SilentHalt =
  | Closing
  | { readonly kind: "choices"; readonly choices: readonly LookedAt[]; readonly talk?: OpenTalk }
  | { readonly kind: "blocked"; readonly choices: readonly LookedAt[] }
  | { readonly kind: "continue"; readonly choice: LookedAt }
  | { readonly kind: "command" }
  | { readonly kind: "waiting"; readonly events: readonly LookedAt[] };

const NOTHING = { kind: "nothing" } as const;

/** Returns the halt at a node that was entered. */
function haltAt(lookout: Lookout, node: PlayNode): { halt: SilentHalt; draws: number } {
  const { phase, draws } = lookout.state;
  if (node.kind === "command" && phase === "asked") return { halt: { kind: "command" }, draws };
  if (node.kind === TERMINAL_KIND || node.kind === "return" || node.branches.length === 0) {
    return { halt: closingOf(node), draws };
  }
  const offers = offersAt(lookout, node);
  const found = (halt: SilentHalt) => ({ halt, draws: offers.draws });
  if (offers.next !== null) return found({ kind: "continue", choice: offers.next });
  const asked = offers.all.filter(({ branch: { kind } }) => kind === "choice" || kind === "event");
  const open = asked.filter(({ available }) => available);
  if (isAutomatic(node) || open.length === 0) return found({ kind: "blocked", choices: offers.all });
  const events = open.filter(({ branch }) => branch.kind === "event");
  if (events.length === open.length) return found({ kind: "waiting", events });
  const talk = node.kind === TALK_KIND ? { talk: talkAt(node, open, lookout.state) } : {};
  return found({ kind: "choices", choices: asked, ...talk });
}

function talkAt({ id, speaker_id = null }: PlayNode, open: readonly LookedAt[], { talked }: PlayState): OpenTalk {
  const opened = open.flatMap(({ branch }) => (isOpenedBy(branch, talked) ? [branch.id] : []));
  return { nodeId: id, speakerId: speaker_id, opened };
}

/** Says what can be done at a halt. */
function inWords(
  halt: SilentHalt,
  { dialogue: { variables }, state: { values }, work }: Lookout,
  node: PlayNode,
): Halt {
  const said = (looked: LookedAt): OfferedBranch => {
    const { branch, available, shown, obstacle } = looked;
    return { branch, ...wordsWith(wordsOfChoice(branch), variables, values, work), available, shown, obstacle };
  };
  switch (halt.kind) {
    case "choices":
    case "blocked":
      return { ...halt, choices: halt.choices.map(said) };
    case "continue":
      return { kind: "continue", choice: said(halt.choice) };
    case "waiting":
      return { kind: "waiting", events: halt.events.map(said) };
    case "command":
      return { kind: "command", nodeId: node.id, text: wordsWith(node, variables, values, work).text };
    default:
      return halt;
  }
}

/** Returns the halt of a node without a way on. */
function closingOf({ kind, exit_to }: PlayNode): Closing {
  if (exit_to !== null) return { kind: "leaves", graphId: exit_to.graph_id, nodeId: exit_to.node_id };
  return { kind: kind === TERMINAL_KIND || kind === "return" ? "ending" : "dead-end" };
}

const eventOf = ({ kind, ...event }: { readonly kind: "proposed" } & ProposedEvent): ProposedEvent => event;

/** Visits of a node before it is entered for the first time. */
const UNVISITED: NodeVisits = { entered: 0, completed: 0, turn: 0 };

type Destination = { readonly frame: Frame } | { readonly halt: Closing };

/** One decision and what follows it. */
class Turn {
  readonly #dialogue: PlayedDialogue;
  readonly #nodes: string[] = [];
  readonly #said: SaidText[] = [];
  readonly #way: string[] = [];
  readonly #trace: TraceEntry[] = [];
  readonly #work: Work;
  readonly #draft: Draft;

  /** Goes on from a state that nobody else has. */
  constructor(dialogue: PlayedDialogue, state: DraftState) {
    this.#dialogue = dialogue;
    this.#work = new Work(dialogue.meter);
    this.#draft = new Draft(state);
  }

  get #state(): DraftState {
    return this.#draft.state;
  }

  /** Makes a page. One that would take more than it may ends where it is, with what was done so far. */
  play(make: (turn: Turn) => Halt): Page {
    const halt = within(this.#work, () => make(this)) ?? { kind: "circle" };
    const proposed = this.#trace.flatMap((entry) => (entry.kind === "proposed" ? [eventOf(entry)] : []));
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
  goOn(first: Frame | null): Halt {
    let frame = first;
    for (let passed = 0; passed < MAX_PASSED; passed++) {
      if (frame !== null) this.#enter(frame);
      const here = nodeAt(this.#dialogue, this.#state.at);
      if (here === null) return NOTHING;
      const lookout = this.#lookout(here.graph);
      const { halt, draws } = haltAt(lookout, here.node);
      this.#state.draws = draws;
      const next = this.#follow(here.node, halt);
      if (next === null) {
        this.#noteOffered(halt);
        return inWords(halt, lookout, here.node);
      }
      if ("halt" in next) return next.halt;
      frame = next.frame;
    }
    return { kind: "circle" };
  }

  #lookout(graph: PlayGraph): Lookout {
    return { dialogue: this.#dialogue, graph, state: this.#state, work: this.#work };
  }

  /** Follows a halt that needs no input; null where the play stops. */
  #follow(node: PlayNode, halt: SilentHalt): Destination | null {
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
    delete this.#state.talked;
    if (this.#counts(branch.id)) {
      const before = remembered(taken, branch.id)?.count ?? 0;
      this.#draft.put("taken", branch.id, { count: before + 1, turn });
      if (branch.repeat === "limited" || !taken_this_visit.includes(branch.id))
        this.#state.taken_this_visit = [...taken_this_visit, branch.id];
    }
    this.#way.push(branch.id);
    this.#trace.push({ kind: "took", branch_id: branch.id });
    this.#apply(branch.effects, at?.node ?? "");
    const isAway = here !== null && isDetour(here.node) && branch.kind !== "else";
    if (at !== null && !isAway) this.#complete(at.node);
    if (branch.unwind) this.#unwind();
    const to = this.#destination(branch);
    if ("frame" in to && isAway && at !== null) {
      const own = ownValues(this.#dialogue, this.#state);
      const { stack } = this.#state;
      const kept = own === null ? 0 : Object.keys(own).length;
      this.#work.spend(kept);
      if (stack.length >= MAX_DETOURS || (stack.length + 1) * kept > MAX_KEPT_VALUES)
        return { halt: { kind: "circle" } };
      this.#state.stack = [...stack, own === null ? at : { ...at, values: own }];
      this.#trace.push({ kind: "detoured", node_id: at.node });
    }
    return to;
  }

  /** Temporary values last from one decision to the effects of the next. */
  forgetTemporary(): void {
    this.#work.spend(beginAnew(this.#dialogue, this.#draft, "temporary"));
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
      this.#trace.push({ kind: "returned", node_id: frame.node });
      const { graph, node, values: own } = frame;
      if (own !== undefined && graph !== this.#state.at?.graph)
        for (const [id, value] of Object.entries(own)) this.#draft.put("values", id, value);
      this.#state.at = { graph, node };
      this.#state.drawn_before = this.#state.draws;
      const { all, draws } = offersAt(this.#lookout(here.graph), here.node);
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
    if (at !== null && at.graph !== frame.graph) this.#work.spend(beginAnew(this.#dialogue, this.#draft, "dialogue"));
    this.#noteVisit(frame.node, ({ entered, completed }) => ({ entered: entered + 1, completed, turn }));
    if (at?.node !== frame.node && state.taken_this_visit.length > 0) state.taken_this_visit = [];
    this.#nodes.push(frame.node);
    this.#trace.push({ kind: "entered", node_id: frame.node });
    this.#apply(node?.on_enter_effects ?? [], frame.node);
    if (node !== undefined && isSaid(node)) this.#say(node);
    this.#state.drawn_before = this.#state.draws;
  }

  #say(node: PlayNode): void {
    const values = this.#draft.keptValues();
    this.#said.push({ node: node.id, ...wordsWith(node, this.#dialogue.variables, values, this.#work), values });
    // Before the next one is written, the values that this was said with are copied.
    if (this.#said.length > 1) this.#work.spend(this.#dialogue.variables.size);
  }

  /** Whether visits to a node, or takes of a branch, are remembered. */
  #counts(id: string): boolean {
    return this.#dialogue.memory?.counted.has(id) ?? true;
  }

  #noteVisit(nodeId: string, next: (before: NodeVisits) => NodeVisits): void {
    if (!this.#counts(nodeId)) return;
    this.#draft.put("visits", nodeId, next(remembered(this.#state.visits, nodeId) ?? UNVISITED));
  }

  #complete(nodeId: string): void {
    this.#trace.push({ kind: "completed", node_id: nodeId });
    this.#noteVisit(nodeId, (before) => ({ ...before, completed: before.completed + 1 }));
  }

  #apply(effects: readonly Effect[], nodeId: string): void {
    if (effects.length === 0) return;
    const { world, dice } = this.#dialogue;
    const { at } = this.#state;
    const graph = at === null ? undefined : graphOf(this.#dialogue, at.graph);
    const asksContent = (id: string) => (graph === undefined ? UNKNOWN : hasContent(this.#lookout(graph), id));
    const place = { nodeId, choices: 0, world, dice, work: this.#work, hasContent: asksContent };
    const tell = (outcome: EffectOutcome) => this.#trace.push(outcome);
    const each = graph === undefined ? effects : effects.flatMap((effect) => forEachPresent(effect, graph));
    applyEffects(each, place, { draft: this.#draft, dialogue: this.#dialogue, tell });
  }

  #noteOffered(halt: SilentHalt): void {
    if (this.#dialogue.memory?.offers === false) return;
    const shown = halt.kind === "choices" ? halt.choices : halt.kind === "continue" ? [halt.choice] : [];
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
