import type { Connection } from "./connection.ts";
import { currentDeadline, timeIsUp, undecided } from "./deadline.ts";
import { operationServed } from "./on-behalf.ts";

/** Interval at which it is looked for connections that are lent for too long, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** A transaction under way, or statements that are one by themselves. */
export interface RunningTransaction {
  /** Operation on whose behalf it runs. */
  readonly operation: string;
  /** Time of its beginning, or of the last sign of life where statements share it, on the clock of the process. */
  readonly since: number;
  /** Longest time from then on, in milliseconds; 0 is without end. */
  readonly limitMs: number;
}

/** A connection that is lent. */
export interface Loan extends RunningTransaction {
  readonly connection: Connection;
  /** Refuses whoever has it. */
  readonly end: (refusal: Error) => void;
  since: number;
}

/**
 * Connections that are lent. One that is lent for longer than its limit, or whose borrower's deadline passes, is closed, whatever the
 * server and the borrower still wait for. One timer looks after all of them.
 */
export class Loans {
  readonly #loans = new Set<Loan>();
  #timer: NodeJS.Timeout | null = null;

  /** Transactions on the connections that are lent. */
  get running(): Iterable<RunningTransaction> {
    return this.#loans;
  }

  /** Lends a connection to work until it is over, at its limit, or at its deadline. */
  run<T>(connection: Connection, limitMs: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (refusal: Error) => {
        connection.stop(refusal);
        reject(refusal);
      };
      const loan = this.begin({ connection, limitMs, end });
      const leave = currentDeadline()?.onPass(() => this.#cut(loan));
      const over = () => {
        this.end(loan);
        leave?.();
      };
      work(connection).then(
        (value) => {
          over();
          resolve(value);
        },
        (error: unknown) => {
          over();
          reject(error);
        },
      );
    });
  }

  /** Notes that a connection is lent. */
  begin(loan: Omit<Loan, "operation" | "since">): Loan {
    const begun = { ...loan, operation: operationServed(), since: performance.now() };
    this.#loans.add(begun);
    if (begun.limitMs > 0) this.#timer ??= setTimeout(() => this.#look(), LOOK_EVERY_MS).unref();
    return begun;
  }

  /** Notes that it was given back. */
  end(loan: Loan): void {
    this.#loans.delete(loan);
  }

  #look(): void {
    this.#timer = null;
    const now = performance.now();
    for (const loan of this.#loans) if (loan.limitMs > 0 && now - loan.since > loan.limitMs) this.#cut(loan);
    if (this.#loans.size > 0) this.#timer = setTimeout(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** Ends a loan; answers whether something may have taken effect that nobody heard of. */
  #cut(loan: Loan): boolean {
    const { isUndecided } = loan.connection;
    this.#loans.delete(loan);
    loan.end(isUndecided ? undecided() : timeIsUp());
    return isUndecided;
  }
}
