/** Time limits of work at the database, each in milliseconds; 0 is without end. */
export interface TimeLimits {
  /** One statement. */
  readonly statementMs: number;
  /** Limit between two statements of a transaction, so that a process that hangs does not keep its locks. */
  readonly idleMs: number;
  /** Waiting for a lock, whichever. */
  readonly lockMs: number;
  /**
   * Limit of a transaction, or of a statement by itself, from BEGIN to the answer to COMMIT: then its connection is closed here, and
   * until it is the process does not count as ready.
   */
  readonly transactionMs: number;
}

/** Time of an ordinary request for everything, what it waits for included, in milliseconds. */
export const REQUEST_MS = 8_000;

/** Limits of work that answers a request. */
export const ORDINARY: TimeLimits = { statementMs: 30_000, idleMs: 60_000, lockMs: 5_000, transactionMs: 60_000 };

/** Limits of work known to be large: an import, a duplicate, a replay. The wait for locks is not longer. */
export const LONG: TimeLimits = { statementMs: 600_000, idleMs: 600_000, lockMs: 5_000, transactionMs: 900_000 };

/** Limits of work that a person started at a terminal and can end there: a backup, a restoration of everything. */
export const WITHOUT_END: TimeLimits = { statementMs: 0, idleMs: 0, lockMs: 0, transactionMs: 0 };

/** Limits as settings of PostgreSQL. */
export function settingsOf({ statementMs, idleMs, lockMs }: Omit<TimeLimits, "transactionMs">): Record<string, string> {
  return {
    statement_timeout: String(statementMs),
    idle_in_transaction_session_timeout: String(idleMs),
    lock_timeout: String(lockMs),
  };
}
