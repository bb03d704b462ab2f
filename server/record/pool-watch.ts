import { databaseError } from "./database-errors.ts";
import { operationServed } from "./on-behalf.ts";

/** A transaction under way, or a statement that is one by itself. */
export interface RunningTransaction {
  /** Operation on whose behalf it runs. */
  readonly operation: string;
  /** Time at which it got its connection, on the clock of the process. */
  readonly since: number;
  /** Duration that it should not pass, in milliseconds; 0 is without end. */
  readonly limitMs: number;
}

/** SQLSTATEs have five characters, the first two of which are their class. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Transactions under way in one pool, and the refusals of the database that its callers met. */
export class PoolWatch {
  readonly #running = new Set<RunningTransaction>();
  readonly #refusals = new Map<string, number>();

  /** Transactions under way, the oldest first. */
  get running(): Iterable<RunningTransaction> {
    return this.#running;
  }

  /** Number of refusals by class of SQLSTATE, such as `57`. */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals;
  }

  /** Notes that a transaction has its connection; it is under way until {@link end}. */
  begin(limitMs: number): RunningTransaction {
    const transaction = { operation: operationServed(), since: performance.now(), limitMs };
    this.#running.add(transaction);
    return transaction;
  }

  end(transaction: RunningTransaction): void {
    this.#running.delete(transaction);
  }

  /** Counts an error that is a refusal of the database. */
  refused(error: unknown): void {
    const { sqlstate } = databaseError(error) ?? { sqlstate: "" };
    if (!SQLSTATE.test(sqlstate)) return;
    const sqlstateClass = sqlstate.slice(0, 2);
    this.#refusals.set(sqlstateClass, (this.#refusals.get(sqlstateClass) ?? 0) + 1);
  }
}
