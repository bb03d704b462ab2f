import type { VariableValue } from "../expression.ts";
import type { Detour, Frame, OwnFacts, PlayVariable, WorldChange } from "./story.ts";

/** Visits of a node: how often and when. */
export interface NodeVisits {
  readonly entered: number;
  /** Number of times the node was left by a branch; of a detour, by the branch behind it. */
  readonly completed: number;
  /** The turn of the last time it was entered. */
  readonly turn: number;
}

/** Takes of a branch: how often and when. */
export interface BranchTakes {
  readonly count: number;
  readonly turn: number;
}

/** Phase of a playthrough in a node: `asked` while its host has not answered, else `open`. */
export type Phase = "asked" | "open";

/**
 * Complete state of a playthrough as JSON: writing it down saves a game, reading it loads one. It is never changed in
 * place, so stepping back is taking the previous one.
 */
export type PlayState = {
  readonly version: 1;
  readonly seed: number;
  /** Number of random numbers drawn so far. */
  readonly draws: number;
  /**
   * Number of random numbers drawn before the node's branches were evaluated: evaluated again, they give the same
   * result.
   */
  readonly drawn_before: number;
  /** Decisions so far. */
  readonly turn: number;
  /** The node it stands at; null before the first. */
  readonly at: Frame | null;
  readonly phase: Phase;
  /** Values of variables, by id. */
  readonly values: Readonly<Record<string, VariableValue>>;
  readonly visits: Readonly<Record<string, NodeVisits>>;
  readonly taken: Readonly<Record<string, BranchTakes>>;
  /** Branches that were shown at least once. */
  readonly offered: Readonly<Record<string, true>>;
  /** Branches taken since their node was last entered from elsewhere, limited ones as often as they were: what a visit counts. */
  readonly taken_this_visit: readonly string[];
  /** Branches that this player took in earlier playthroughs, each as often as it was: what once a player counts besides. */
  readonly taken_by_player: readonly string[];
  /** Detours that are under way, the outermost first. */
  readonly stack: readonly Detour[];
  /** Changes of the world by the playthrough, each once, and the time that its host stated; absent for none. */
  readonly world?: readonly WorldChange[];
  /** Facts that were superseded in the playthrough, and those in their place; absent for none. */
  readonly facts?: OwnFacts;
  /** Outcome so far of the talk at the node where it stands; absent for none. It ends when a branch is taken. */
  readonly talked?: { readonly facts: readonly string[]; readonly actions: readonly string[] };
};

/** Start values of a playthrough. */
export interface Beginning {
  readonly seed?: number | undefined;
  /** Values of variables that are not their defaults. */
  readonly values?: Readonly<Record<string, VariableValue>> | undefined;
  readonly taken_by_player?: readonly string[] | undefined;
  /** The time of the world, in its own units, where it is another than the world says. */
  readonly world_time?: number | undefined;
  /** Standings of quests that the player comes with, as entries of the state's `world`. */
  readonly quests?: readonly WorldChange[] | undefined;
}

/**
 * Returns the value remembered for an id; undefined for none. An id may be one that every object has, such as
 * `constructor`.
 */
export function remembered<T>(of: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(of, id) ? of[id] : undefined;
}

/** The state before the first node. */
export function freshState(
  variables: Iterable<PlayVariable>,
  { seed = 1, values, taken_by_player, world_time, quests = [] }: Beginning,
): PlayState {
  const time: WorldChange[] =
    world_time === undefined ? [] : [{ what: "time", entity: null, key: null, value: world_time }];
  const world = [...time, ...quests];
  return {
    version: 1,
    seed,
    draws: 0,
    drawn_before: 0,
    turn: 0,
    at: null,
    phase: "open",
    values: { ...Object.fromEntries(Array.from(variables, (each) => [each.id, each.default])), ...values },
    visits: {},
    taken: {},
    offered: {},
    taken_this_visit: [],
    taken_by_player: taken_by_player ?? [],
    stack: [],
    ...(world.length > 0 && { world }),
  };
}
