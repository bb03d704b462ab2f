import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "#server/trpc/router.ts";

/** Header that names the commit of a change. */
const COMMIT_HEADER = "x-fabula-commit";

/** Change that was recorded by this page. */
export interface RecordedChange {
  /** The operation, as `area.name`. */
  readonly path: string;
  readonly input: unknown;
  readonly answer: unknown;
  /** Sequence of its commit. */
  readonly seq: number;
  /** Turn in which it was asked for, see {@link currentTurn}. */
  readonly turn: number;
}

/** Context of a call whose commit its caller keeps itself, so that it is not told to everybody. */
export interface OwnCommit {
  readonly committed: (seq: number) => void;
}

const listeners = new Set<(change: RecordedChange) => void>();
/** Changes that were recorded before anybody listened. */
let early: RecordedChange[] = [];
let turn = 0;
let latest = 0;

/**
 * Returns the number of presses of keys and buttons so far: changes of one turn were made by one press, as those of all selected
 * rows are.
 */
export const currentTurn = (): number => turn;

/** Returns the turn in which the change was asked for that was made last, recorded or not. */
export const turnOfLatest = (): number => latest;

/** A key or button was pressed. */
export function nextTurn(): void {
  turn += 1;
}

/** Listens for the changes that this page makes; returns what ends it. */
export function onRecorded(listener: (change: RecordedChange) => void): () => void {
  listeners.add(listener);
  for (const change of early) listener(change);
  early = [];
  return () => void listeners.delete(listener);
}

function tell(change: RecordedChange): void {
  if (listeners.size === 0) early = [...early.slice(-EARLY), change];
  for (const listener of listeners) listener(change);
}

/** Early changes that are kept. */
const EARLY = 20;

/** Tells of each change that was recorded, before whoever asked for it goes on. */
export const tellingCommits: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const { path, input, type, context } = op;
      const asked = turn;
      return next(op).subscribe({
        ...observer,
        next(value) {
          const { response } = (value.context ?? {}) as { response?: unknown };
          const seq = response instanceof Response ? Number(response.headers.get(COMMIT_HEADER) ?? 0) : 0;
          if (type === "mutation") latest = asked;
          if (type === "mutation" && seq > 0) {
            const { committed } = context as Partial<OwnCommit>;
            const answer = "data" in value.result ? value.result.data : undefined;
            if (committed !== undefined) committed(seq);
            else tell({ path, input, answer, seq, turn: asked });
          }
          observer.next(value);
        },
      });
    });
