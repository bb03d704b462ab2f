import type { VariableValue } from "../expression.ts";
import type { PlayState } from "../runtime/state.ts";

/** Action of a game, with an id that no other action of its playthrough has. */
export type GameAction = { readonly client_id: string } & (
  | { readonly choose: string }
  | {
      readonly answer: {
        readonly event?: string;
        readonly variables?: Readonly<Record<string, VariableValue>>;
      };
    }
  | { readonly back: true }
);

/** The playthrough of the server that a game goes on from. */
export interface GameRun {
  readonly id: string;
  /** The step behind which the unsent actions come; null until the server has made it. */
  readonly step: number | null;
  /** The game that was loaded to begin it; null for one that the server has. */
  readonly loaded: { readonly run: GameRun; readonly unsent: readonly GameAction[] } | null;
}

/** A game as it is kept between two actions: plain JSON. */
export interface Game {
  /** Null for a game that the server never knew, and is told nothing of. */
  readonly run: GameRun | null;
  /** The state behind the unsent actions. */
  readonly state: PlayState;
  /** Actions that the server was not told yet, or did not answer for, in order. */
  readonly unsent: readonly GameAction[];
}

/** Begins a game where the server says that a playthrough stands; null for one that it is not told of. */
export function newGame(run: { readonly id: string; readonly step: number } | null, state: PlayState): Game {
  return { run: run === null ? null : { ...run, loaded: null }, state, unsent: [] };
}

/**
 * Returns a game behind an action.
 *
 * @param state the state that the action came to; for a step back, the one before the last decision.
 */
export function played(game: Game, action: GameAction, state: PlayState): Game {
  return { ...game, state, unsent: game.run === null ? [] : [...game.unsent, action] };
}

/**
 * Returns a game that goes on from a save, in a playthrough of its own: the one that was saved stays as it is.
 *
 * @param runId a new id for the playthrough, `run_` and 26 of `0123456789abcdefghjkmnpqrstvwxyz`.
 */
export function loadedGame({ run, state, unsent }: Game, runId: string): Game {
  if (run === null) return { run, state, unsent: [] };
  return { run: { id: runId, step: null, loaded: { run, unsent } }, state, unsent: [] };
}
