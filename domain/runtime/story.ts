import type { DialogueNode, VariableScope, VariableType } from "../dialogue/wire.ts";
import {
  collectEffectUses,
  collectUses,
  type Effect,
  type Expression,
  entitiesOfEffect,
  noUses,
  type Scalar,
  type VariableValue,
  walkExpression,
} from "../expression.ts";

import type { PlayQuest } from "../quest.ts";
import type { Meter } from "./work.ts";

/** Fields of a node that playing needs. */
export type PlayNode = Pick<
  DialogueNode,
  "id" | "kind" | "text" | "conditions" | "on_enter_effects" | "branches" | "exit_to"
> &
  Partial<Pick<DialogueNode, "text_marks" | "speaker_id">>;

/** A variable as playing needs it. */
export interface PlayVariable {
  readonly id: string;
  readonly name: string;
  readonly type: VariableType;
  readonly default: VariableValue;
  readonly enum_values: readonly string[];
  /** Lifetime of the value; a playthrough when absent. */
  readonly scope?: VariableScope;
  /** Bounds of a number; null or none is without bound. */
  readonly min?: number | null;
  readonly max?: number | null;
}

/** A dialogue of a story. */
export interface PlayGraph {
  readonly id: string;
  /** The node it begins with; the first one with null. */
  readonly start: string | null;
  readonly nodes: ReadonlyMap<string, PlayNode>;
}

/** The dialogue that is played, and what it can reach without its host. */
export interface PlayedDialogue extends PlayGraph {
  readonly variables: ReadonlyMap<string, PlayVariable>;
  /** Dialogues that branches may lead into, by id. A way into any other ends the play, and its host goes on there. */
  readonly others?: ReadonlyMap<string, PlayGraph>;
  /** The story world as it stands at the run's sequence; what is not told of it is not known. */
  readonly world?: World;
  /** Decides instead of seed and counter where dice fall: one of so many outcomes, from 0. */
  readonly dice?: Dice;
  /** Parts of the playthrough to remember; an exploration forgets the rest. */
  readonly memory?: Memory;
  /** Counts the work of all that is played. */
  readonly meter?: Meter;
}

/** Parts of a playthrough to remember: all where this is absent. */
export interface Memory {
  /** Nodes whose visits count, and branches whose takes do. */
  readonly counted: ReadonlySet<string>;
  /** Whether it counts which branches were shown. */
  readonly offers: boolean;
}

/** Answers which of so many outcomes comes of a draw, from 0. */
export type Dice = (outcomes: number) => number;

/** A node of a dialogue, as a state names it. */
export interface Frame {
  readonly graph: string;
  readonly node: string;
}

/** A detour under way. */
export interface Detour extends Frame {
  /** Values that its dialogue has for itself, to be had again when another dialogue comes back to it. */
  readonly values?: Readonly<Record<string, VariableValue>>;
}

/** An entity as conditions read it. */
export interface WorldEntity {
  readonly parent_id: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The story world at one sequence, as plain data. */
export interface World {
  readonly entities: Readonly<Record<string, WorldEntity>>;
  readonly relationships: readonly {
    readonly source_id: string;
    readonly target_id: string;
    readonly type: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
  readonly facts: readonly { readonly subject_id: string; readonly predicate: string; readonly value: Scalar }[];
  /** Facts that somebody knows, of those that logic names; absent for none. */
  readonly knowledge?: readonly { readonly entity_id: string; readonly fact_id: string }[];
  /** Quests that logic names, by their ids, without words; absent for none. */
  readonly quests?: Readonly<Record<string, PlayQuest>>;
  /** The time of the world in its own units; null where nobody tells it. */
  readonly time: number | null;
}

/** Parts of the world that effects can change. */
export type WorldMatter = "property" | "location" | "item" | "relationship" | "fact" | "knowledge" | "quest" | "time";

/** Change of the world by a playthrough: the part, the entity, and the new value. */
export interface WorldChange {
  readonly what: WorldMatter;
  /** The entity, or the quest; null for the time. */
  readonly entity: string | null;
  /**
   * A path of properties, an item, another entity, what is known, or a fact that is known; of a quest `state`, `stage` or an objective; null for
   * the place and the time.
   */
  readonly key: string | null;
  readonly value: Scalar;
  /** The entity that somebody has a fact from; absent for nobody, and for changes of anything else. */
  readonly from?: string;
}

/** A fact that another one took the place of, in one playthrough. */
export interface SupersededFact {
  readonly fact: string;
  /** The fact that holds in its place. */
  readonly by: string;
  readonly reason: string;
  readonly mode: "from" | "retcon";
}

/** A fact that was made in a playthrough, and is in no record. */
export interface MadeFact {
  readonly id: string;
  /** Time at which it was made, UTC. */
  readonly at: string;
  /** Fields, as the record of a project would have them. */
  readonly content: { readonly [field: string]: unknown };
}

/** Facts that are others in a playthrough than in the record. */
export interface OwnFacts {
  readonly made: readonly MadeFact[];
  /** Each fact once, in the way that came last. */
  readonly superseded: readonly SupersededFact[];
}

/** The dialogue of an id that a play can be in. */
export function graphOf(dialogue: PlayedDialogue, id: string): PlayGraph | undefined {
  return id === dialogue.id ? dialogue : dialogue.others?.get(id);
}

/** The dialogue that is played, and those it can reach. */
export function graphsOf(dialogue: PlayedDialogue): PlayGraph[] {
  return [dialogue, ...(dialogue.others?.values() ?? [])];
}

/** The node that a frame names, with its dialogue; null where it is gone. */
export function nodeAt(dialogue: PlayedDialogue, at: Frame | null): { graph: PlayGraph; node: PlayNode } | null {
  const graph = at === null ? undefined : graphOf(dialogue, at.graph);
  const node = at === null ? undefined : graph?.nodes.get(at.node);
  return graph === undefined || node === undefined ? null : { graph, node };
}

/** Conditions and effects of nodes and their branches, each in the order in which it stands. */
export function logicOf(nodes: Iterable<Pick<PlayNode, "conditions" | "on_enter_effects" | "branches">>): {
  conditions: Expression[];
  effects: Effect[];
} {
  const conditions: Expression[] = [];
  const effects: Effect[] = [];
  for (const node of nodes) {
    conditions.push(...node.conditions);
    effects.push(...node.on_enter_effects);
    for (const branch of node.branches) {
      conditions.push(...branch.conditions);
      effects.push(...branch.effects);
    }
  }
  return { conditions, effects };
}

const ENTITY_ID = /^ent_[0-9a-z]{26}$/;

/** Whether a value is the id of an entity, wherever it stands. */
export const isEntityId = (value: unknown): value is string => typeof value === "string" && ENTITY_ID.test(value);

/** Ids of the entities that conditions and effects name: what is asked of the world, and what is changed in it. */
export function entitiesNamedIn({ conditions, effects }: ReturnType<typeof logicOf>): Set<string> {
  const named = new Set<string>(effects.flatMap(entitiesOfEffect).filter(isEntityId));
  const read = (expression: Expression) =>
    walkExpression(expression, (part) => {
      const id = "entity" in part ? part.entity : "ref" in part ? part.ref : "lit" in part ? part.lit : null;
      if (isEntityId(id)) named.add(id);
    });
  for (const condition of conditions) read(condition);
  for (const { when, value } of effects) {
    for (const guard of when) read(guard);
    if (value !== null) read(value);
  }
  return named;
}

/** Ids of the entities, facts and quests that conditions and effects name. */
export function subjectsNamedIn(logic: ReturnType<typeof logicOf>): Set<string> {
  const uses = noUses();
  for (const condition of logic.conditions) collectUses(condition, uses);
  for (const effect of logic.effects) collectEffectUses(effect, uses);
  return new Set([...entitiesNamedIn(logic), ...uses.facts, ...uses.quests]);
}

const speakers = new WeakMap<PlayGraph["nodes"], readonly string[]>();

/** The entities that speak in a dialogue: they are present in it. */
export function speakersIn({ nodes }: PlayGraph): readonly string[] {
  let found = speakers.get(nodes);
  if (found === undefined) {
    found = [...new Set(Array.from(nodes.values()).flatMap(({ speaker_id }) => speaker_id ?? []))];
    speakers.set(nodes, found);
  }
  return found;
}

/** An effect once for each whom it changes: a fact that is told to nobody by name is told to all who are present. */
export function forEachPresent(effect: Effect, graph: PlayGraph): readonly Effect[] {
  if (effect.op !== "fact.tell" || effect.target !== null) return [effect];
  return speakersIn(graph).map((target) => ({ ...effect, target }));
}

/** The id of the node a dialogue begins with; null for one without nodes. */
export function startOf({ start, nodes }: PlayGraph): string | null {
  if (start !== null && nodes.has(start)) return start;
  return nodes.keys().next().value ?? null;
}

/** Kinds that decide by themselves: nobody is asked at them. */
const AUTOMATIC: ReadonlySet<PlayNode["kind"]> = new Set([
  "condition",
  "instruction",
  "jump",
  "detour",
  "subgraph",
  "random",
  "storylet_group",
]);

/** Whether a node goes on by itself, whatever words its branches have. */
export function isAutomatic({ kind }: Pick<PlayNode, "kind">): boolean {
  return AUTOMATIC.has(kind);
}

/** Whether the words of a node are said to a player; those of a command and of an awaited event are for the host. */
export function isSaid({ kind, text }: Pick<PlayNode, "kind" | "text">): boolean {
  return kind !== "command" && kind !== "wait_event" && text.trim() !== "";
}

/** Whether a node comes back to itself once what it leads to returns. */
export function isDetour({ kind }: Pick<PlayNode, "kind">): boolean {
  return kind === "detour" || kind === "subgraph";
}
