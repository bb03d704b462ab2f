import type { OpenedDatabase, WatchedPool } from "./database.ts";
import type { RunningTransaction } from "./loans.ts";
import type { WriteLine, WriteQueue } from "./write-queue.ts";

/** Age of a transaction, by the operation that it runs for. */
export interface TransactionFigure {
  readonly operation: string;
  readonly seconds: number;
}

/** Line of the writes of one project, by the operation that waits longest in it. */
export interface QueueFigure {
  readonly operation: string;
  /** Writes that are not answered yet, those under way included. */
  readonly length: number;
  /** Time that the first of them has waited. */
  readonly seconds: number;
}

/** Figures of one process at its database: who waits, for how long, and for which operation. */
export class Figures {
  readonly pools: Readonly<Record<"reads" | "writes", WatchedPool>>;
  readonly #queue: Pick<WriteQueue, "lines">;

  constructor({ reads, writes }: Pick<OpenedDatabase, "reads" | "writes">, queue: Pick<WriteQueue, "lines">) {
    this.pools = { reads, writes };
    this.#queue = queue;
  }

  /** The transaction that has run longest; null when none runs. */
  get oldestTransaction(): TransactionFigure | null {
    let oldest: RunningTransaction | null = null;
    for (const transaction of this.running())
      if (oldest === null || transaction.since < oldest.since) oldest = transaction;
    return oldest === null ? null : figureOf(oldest);
  }

  /** The longest line of a project's writes; null when nothing is written. */
  get longestQueue(): QueueFigure | null {
    let longest: WriteLine | null = null;
    for (const line of this.#queue.lines()) if (longest === null || isLonger(line, longest)) longest = line;
    if (longest === null) return null;
    const { operation, length, since } = longest;
    return { operation, length, seconds: secondsSince(since) };
  }

  /** Whether no transaction is older than its kind may be. */
  get areTransactionsInTime(): boolean {
    for (const { since, limitMs } of this.running()) if (limitMs > 0 && isPast(since, limitMs)) return false;
    return true;
  }

  /** Whether no line has stood still for longer than it may. A line that moves is long because much is written. */
  get areQueuesMoving(): boolean {
    for (const { movedAt, limitMs } of this.#queue.lines()) if (isPast(movedAt, limitMs)) return false;
    return true;
  }

  /** Transactions under way. */
  *running(): Generator<RunningTransaction, void, undefined> {
    for (const { loans } of Object.values(this.pools)) yield* loans.running;
  }
}

/** Returns what is told of a transaction. */
export function figureOf({ operation, since }: RunningTransaction): TransactionFigure {
  return { operation, seconds: secondsSince(since) };
}

function isLonger(one: WriteLine, other: WriteLine): boolean {
  return one.length === other.length ? one.since < other.since : one.length > other.length;
}

function isPast(since: number, limitMs: number): boolean {
  return performance.now() - since > limitMs;
}

function secondsSince(since: number): number {
  return Math.round(performance.now() - since) / 1_000;
}
