import type { VariableType } from "../dialogue/wire.ts";
import type { Scalar } from "../expression.ts";

/** A variable as playing needs it. */
export interface PlayVariable {
  readonly id: string;
  readonly name: string;
  readonly type: VariableType;
  readonly default: Scalar;
  readonly enum_values: readonly string[];
}

/** How often and when something was come to. */
export interface Visits {
  readonly count: number;
  /** The turn of the last time. */
  readonly turn: number;
}

/** Everything a playthrough remembers. Never changed in place, so that stepping back is taking the one before. */
export interface PlayState {
  readonly values: ReadonlyMap<string, Scalar>;
  /** By id of node, counted on entry. */
  readonly visits: ReadonlyMap<string, Visits>;
  /** By id of branch, counted when taken. */
  readonly taken: ReadonlyMap<string, Visits>;
  /** Branches that were on offer at least once. */
  readonly offered: ReadonlySet<string>;
  /** Branches taken since their node was last entered from elsewhere: what "once a visit" counts. */
  readonly takenThisVisit: ReadonlySet<string>;
  readonly turn: number;
  readonly seed: number;
  /** How many random numbers were drawn. */
  readonly draws: number;
}

/** The state before the first node, every variable at its default. */
export function freshState(variables: Iterable<PlayVariable>, seed: number): PlayState {
  return {
    values: new Map(Array.from(variables, (each) => [each.id, each.default])),
    visits: new Map(),
    taken: new Map(),
    offered: new Set(),
    takenThisVisit: new Set(),
    turn: 0,
    seed,
    draws: 0,
  };
}

/** A map with one entry replaced. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}
