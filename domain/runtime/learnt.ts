import { addToList } from "../add-to-list.ts";
import { collectUses, type Effect, type Expression, mayAskQuest, walkExpression } from "../expression.ts";
import { explorer } from "./explore.ts";
import type { Page } from "./run.ts";
import { targetOf } from "./seek.ts";
import {
  forEachPresent,
  graphsOf,
  isDetour,
  logicOf,
  type PlayedDialogue,
  type PlayGraph,
  type PlayNode,
  startOf,
  type WorldEntity,
} from "./story.ts";

/** Question about what somebody has learnt on the ways to a node. */
export interface LearningQuestion {
  /** The entity that learns. */
  readonly who: string;
  readonly node: string;
  /** Different states that are looked at for each go, at most. */
  readonly budget: number;
}

/** A fact that cards on the ways to a node teach somebody. */
export interface LearntFact {
  readonly fact: string;
  /** Ways from the start on which it is learnt; `none` where cards before the node teach it, but nobody can come by one of them. */
  readonly ways: "always" | "some" | "none";
  /** Whether that is proved. */
  readonly isSure: boolean;
  /** Nodes that teach it and that the asked node can be come to from, as they stand in the story. */
  readonly nodes: readonly string[];
}

/** Facts that somebody has learnt on the ways to a node. */
export interface Learnt {
  /** Whether any way leads to the node; null where that was not decided. */
  readonly isReached: boolean | null;
  /** Facts in the order in which the story first teaches them. */
  readonly facts: readonly LearntFact[];
}

/**
 * Finds what somebody has learnt when a node is entered, on all ways that players can really go. What is taught on entering the node itself
 * is not counted, unless the play came there before. Where there are more states than the budget, or a host decides, it goes by how the nodes
 * are connected: a fact that no such way can pass by is always learnt.
 */
export function learntBefore(dialogue: PlayedDialogue, { who, node, budget }: LearningQuestion): Learnt {
  const story = withKnower(dialogue, who);
  const ways = waysOf(story);
  const lessons = lessonsFor(story, who);
  const start = startOf(story);
  const isConnected = start !== null && (start === node || reached(ways, [start]).has(node));
  if (start === null || !isConnected) return { isReached: false, facts: [] };
  const onward = reached(ways, [start]).add(start);
  const before = reached(turnedRound(ways), [node]);
  const taught = new Map<string, Lesson[]>();
  for (const lesson of lessons) {
    if (onward.has(lesson.node) && before.has(lesson.node)) addToList(taught, lesson.fact, lesson);
  }
  const passed = new Set(
    [...taught].flatMap(([fact, own]) => (canPassBy(story, { start, node, lessons: own }) ? [fact] : [])),
  );
  const seen = seenAt(story, { who, node, budget }, [...passed]);
  const facts = [...taught].map(([fact, own]): LearntFact => {
    const nodes = [...new Set(own.map((lesson) => lesson.node))];
    const { withIt, without, isWhole } = seen.of(fact);
    if (!passed.has(fact)) return { fact, ways: "always", isSure: true, nodes };
    if (withIt && without) return { fact, ways: "some", isSure: true, nodes };
    if (!isWhole) return { fact, ways: "some", isSure: withIt, nodes };
    return { fact, ways: withIt ? "always" : "none", isSure: true, nodes };
  });
  return { isReached: seen.isReached, facts };
}

/** Joins what is learnt on the ways of several stories that lead to one node: those that do not lead there are left out. */
export function joinLearnt(all: readonly Learnt[]): Learnt {
  const some = all.filter(({ isReached }) => isReached !== false);
  const isReached = some.length === 0 ? false : some.some((each) => each.isReached === true) ? true : null;
  const taught = Map.groupBy(
    some.flatMap(({ facts }) => facts),
    ({ fact }) => fact,
  );
  const facts = [...taught].map(([fact, own]): LearntFact => {
    const isAlways = own.length === some.length && own.every(({ ways }) => ways === "always");
    const ways = isAlways ? "always" : own.every((each) => each.ways === "none") ? "none" : "some";
    const nodes = [...new Set(own.flatMap((each) => each.nodes))];
    return { fact, ways, isSure: own.every(({ isSure }) => isSure), nodes };
  });
  return { isReached, facts };
}

/** An entity of which nothing is told but that it is there. */
const BARE: WorldEntity = { parent_id: null, properties: {} };

/** Returns the story in a world that tells of somebody, as only those who are told of can learn. */
function withKnower(dialogue: PlayedDialogue, who: string): PlayedDialogue {
  const world = dialogue.world ?? { entities: {}, relationships: [], facts: [], time: null };
  if (Object.hasOwn(world.entities, who)) return dialogue;
  return { ...dialogue, world: { ...world, entities: { ...world.entities, [who]: BARE } } };
}

/** A place that teaches somebody a fact. */
interface Lesson {
  readonly fact: string;
  readonly node: string;
  /** The branch on which it is taught; null on entering the node. */
  readonly branch: string | null;
  /** Whether nothing is asked before. */
  readonly isCertain: boolean;
}

/** Returns the places that teach somebody what is not known from the beginning, in their order. */
function lessonsFor(story: PlayedDialogue, who: string): Lesson[] {
  const known = new Set(story.world?.knowledge?.flatMap((each) => (each.entity_id === who ? [each.fact_id] : [])));
  return graphsOf(story).flatMap((graph) =>
    [...graph.nodes.values()].flatMap((node) => [
      ...taughtBy(node.on_enter_effects, { graph, node, branch: null }),
      ...node.branches.flatMap(({ id, effects }) => taughtBy(effects, { graph, node, branch: id })),
    ]),
  );

  function taughtBy(
    effects: readonly Effect[],
    at: { graph: PlayGraph; node: PlayNode; branch: string | null },
  ): Lesson[] {
    return effects.flatMap((effect) => {
      const { op, key, value, when } = effect;
      if (op !== "fact.tell" || key == null || known.has(key)) return [];
      if (!forEachPresent(effect, at.graph).some(({ target }) => target === who)) return [];
      return [{ fact: key, node: at.node.id, branch: at.branch, isCertain: when.length === 0 && isPlain(value) }];
    });
  }
}

/** Whether how a fact is told is said by no more than its own word. */
function isPlain(value: Effect["value"]): boolean {
  return value === null || ("lit" in value && typeof value.lit === "string");
}

/** A step from one node to another, by a branch or by itself. */
interface Way {
  readonly to: string;
  readonly branch: string | null;
}

type Ways = ReadonlyMap<string, readonly Way[]>;

/** Returns the steps that the nodes of a story allow, whatever is asked on them. Whatever may end a detour leads back to all detours. */
function waysOf(story: PlayedDialogue): Ways {
  const graphs = graphsOf(story);
  const starts = new Map(graphs.map((graph) => [graph.id, startOf(graph)]));
  const detours = graphs.flatMap(({ nodes }) => [...nodes.values()].filter(isDetour).map(({ id }) => id));
  return new Map(
    graphs.flatMap((graph) =>
      [...graph.nodes.values()].map((node): [string, Way[]] => {
        const taken = node.branches.flatMap((branch): Way[] => {
          const to = targetOf(story, graph.id, branch);
          return to === null ? [] : [{ to: to.id, branch: branch.id }];
        });
        const exit = node.exit_to === null ? null : (node.exit_to.node_id ?? starts.get(node.exit_to.graph_id) ?? null);
        const back = node.branches.length === 0 ? detours : [];
        const own = [...(exit === null ? [] : [exit]), ...back].map((to) => ({ to, branch: null }));
        return [node.id, [...taken, ...own]];
      }),
    ),
  );
}

function turnedRound(ways: Ways): Ways {
  const round = new Map<string, Way[]>();
  for (const [from, steps] of ways) for (const { to, branch } of steps) addToList(round, to, { to: from, branch });
  return round;
}

/** Returns the nodes that can be come to from some, by one step at least. */
function reached(ways: Ways, from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { to } of ways.get(at) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}

interface PassedBy {
  readonly start: string;
  readonly node: string;
  readonly lessons: readonly Lesson[];
}

/** Whether a node can be come to by the connections of the story without any of some lessons. */
function canPassBy(story: PlayedDialogue, { start, node, lessons }: PassedBy): boolean {
  const certain = lessons.filter(({ isCertain }) => isCertain);
  const closed = new Set(certain.flatMap((lesson) => (lesson.branch === null ? [lesson.node] : [])));
  const taken = new Set(certain.flatMap(({ branch }) => branch ?? []));
  if (start === node) return true;
  if (closed.has(start)) return false;
  const left = new Map(
    [...waysOf(story)].map(([from, steps]) => [
      from,
      steps.filter(({ to, branch }) => (to === node || !closed.has(to)) && (branch === null || !taken.has(branch))),
    ]),
  );
  return reached(left, [start]).has(node);
}

/** Arrivals at a node that an exploration saw, with a fact and without it. */
interface Seen {
  withIt: boolean;
  without: boolean;
  /** Whether every way was looked at. */
  isWhole: boolean;
}

/**
 * Plays the ways to a node: once for what is seen of all facts on them, and then for each fact that is left open, telling apart who knows it.
 */
function seenAt(
  story: PlayedDialogue,
  { who, node, budget }: LearningQuestion,
  facts: readonly string[],
): { readonly isReached: boolean | null; readonly of: (fact: string) => Seen } {
  const seen = new Map(facts.map((fact): [string, Seen] => [fact, { withIt: false, without: false, isWhole: false }]));
  const isOpen = ({ withIt, without, isWhole }: Seen) => !isWhole && !(withIt && without);
  const hosted = isHosted(story);
  let isReached: boolean | null = null;
  const look = (played: PlayedDialogue): boolean => {
    const isWanted = (page: Page) => {
      for (const known of arrivals(page, { who, node })) {
        isReached = true;
        for (const [fact, each] of seen) {
          if (known.has(fact)) each.withIt = true;
          else each.without = true;
        }
      }
      return false;
    };
    const isStopped = () => isReached === true && ![...seen.values()].some(isOpen);
    return explorer(played, { isWanted, isStopped })(budget).kind === "none" && !hosted;
  };
  if (look(story)) isReached ??= false;
  for (const [fact, each] of seen) {
    if (isOpen(each)) each.isWhole = isReached === false || look(tellingApart(story, { who, node }, fact));
  }
  return { isReached, of: (fact) => seen.get(fact) ?? UNSEEN };
}

const UNSEEN: Seen = { withIt: false, without: false, isWhole: false };

/** Whether something decides how the story goes on that is not in it: its host, who moves quests too, or what no rule here can read. */
function isHosted(story: PlayedDialogue): boolean {
  const nodes = graphsOf(story).flatMap((graph) => [...graph.nodes.values()]);
  if (nodes.some(({ kind }) => kind === "command" || kind === "wait_event")) return true;
  const { conditions, effects } = logicOf(nodes);
  const asked = [...conditions, ...effects.flatMap(({ value, when }) => (value === null ? when : [value, ...when]))];
  return (
    effects.some(({ op }) => op === "opaque") ||
    conditions.some((each) => collectUses(each).opaque) ||
    asked.some(asksQuest)
  );
}

function asksQuest(expression: Expression): boolean {
  let asks = false;
  walkExpression(expression, (part) => {
    asks ||= mayAskQuest(part);
  });
  return asks;
}

/**
 * Returns a story in which entering a node asks whether somebody knows a fact, so that an exploration tells states apart by it. Nothing
 * carries the effect out that asks.
 */
function tellingApart(
  story: PlayedDialogue,
  { who, node: id }: { readonly who: string; readonly node: string },
  fact: string,
): PlayedDialogue {
  const asks: Effect = {
    ...{ id: `asks ${fact}`, op: "opaque", target: null, value: null },
    when: [{ fn: "knows", args: [{ lit: who }, { lit: fact }] }],
  };
  const within = <Graph extends PlayGraph>(graph: Graph): Graph => {
    const node = graph.nodes.get(id);
    if (node === undefined) return graph;
    const nodes = new Map(graph.nodes).set(id, { ...node, on_enter_effects: [asks, ...node.on_enter_effects] });
    return { ...graph, nodes };
  };
  const others = new Map([...(story.others ?? [])].map(([key, graph]) => [key, within(graph)]));
  return { ...within(story), others };
}

/** Returns the facts that a playthrough had told somebody by each arrival of a page at a node, the last one first. */
function arrivals(
  { trace, state }: Page,
  { who, node }: { readonly who: string; readonly node: string },
): ReadonlySet<string>[] {
  if (!trace.some((entry) => entry.kind === "entered" && entry.node_id === node)) return [];
  const isTheirs = (what: string, entity: string | null) => what === "knowledge" && entity === who;
  const known = new Set(state.world?.flatMap(({ what, entity, key }) => (isTheirs(what, entity) ? [key ?? ""] : [])));
  const found: Set<string>[] = [];
  for (const entry of trace.toReversed()) {
    if (entry.kind === "proposed" && isTheirs(entry.what, entry.entity_id)) known.delete(entry.key ?? "");
    else if (entry.kind === "entered" && entry.node_id === node) found.push(new Set(known));
  }
  return found;
}
