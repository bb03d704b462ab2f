import type { SQL } from "drizzle-orm";
import { FairTurns, type Turn } from "../kernel/fair-turns.ts";
import { Connection, type ConnectionOptions, isStaleStatement } from "./connection.ts";
import { beyondDeadline, currentDeadline } from "./deadline.ts";
import { BrokenAnswer, lostConnection } from "./driver.ts";
import { type Loan, Loans } from "./loans.ts";
import { workspaceServed } from "./on-behalf.ts";
import { RefusalCounts } from "./refusal-counts.ts";
import { type CompiledStatement, compile, type Statement } from "./statement.ts";
import { ORDINARY, type TimeLimits } from "./time-limits.ts";
import { beginning, limitsOf, limitsToBring, type Mode, Transaction } from "./transaction.ts";
import { waitForTurn } from "./wait-for-turn.ts";

/** A connection that nothing used for this long is closed. */
const IDLE_MS = 60_000;
/** Time that closing waits for running work, in milliseconds. */
const CLOSING_MS = 5_000;
/** Time that a caller waits for a connection before it is refused, in milliseconds. */
const WAIT_MS = 10_000;

/** Statements on their way on one connection at most; a read by id takes some 50 µs there. */
const TOGETHER = 16;

/** Turn of statements that all workspaces share: one of them finds the workspace of a key, for which every request waits. */
const SHARED: Turn = { workspace: "shared", isLong: false, isPatient: true, isUrgent: true };

/** A connection that statements committed by themselves share. */
interface Shared {
  readonly connection: Promise<Connection>;
  /** Null until it was their turn. */
  loan: Loan | null;
  users: number;
}

interface Resting {
  readonly connection: Connection;
  /** Time at which it was given back, on the clock of the process. */
  readonly since: number;
}

/** Options of a pool besides its address and size. */
export interface PoolOptions {
  /** Whether connections reach the server itself, not a pooler: it then remembers statements and limits of a session. */
  direct?: boolean;
  /** Whether statements that come back are remembered, not only those that ask for it. */
  remembers?: boolean;
  limits?: TimeLimits;
  /** Time that a caller waits for a connection, in milliseconds. */
  waitMs?: number;
}

/**
 * A bounded number of connections, lent to workspaces in rotation. No workspace and no long transactions hold the last of them while
 * there are more than two. Opens none before the first need.
 */
export class ConnectionPool {
  readonly loans: Loans = new Loans();
  readonly refusals: RefusalCounts = new RefusalCounts();
  private readonly url: string;
  private readonly options: ConnectionOptions;
  private readonly waitMs: number;
  /** Connections that nobody uses, the one that was given back last at the end. */
  private readonly resting: Resting[] = [];
  /** One timer for all that rest: every statement would start and stop one of its own. */
  private closing: NodeJS.Timeout | null = null;
  private readonly turns: FairTurns;
  private shared: Shared | null = null;
  private isClosed = false;
  private quiet: (() => void)[] = [];

  constructor(url: string, size: number, options: PoolOptions = {}) {
    this.url = url;
    this.turns = new FairTurns(size);
    this.options = {
      direct: options.direct ?? false,
      remembers: options.remembers ?? false,
      limits: options.limits ?? ORDINARY,
    };
    this.waitMs = options.waitMs ?? WAIT_MS;
  }

  /** Connections that are lent, and callers that wait for one. */
  get turnsTaken(): { lent: number; waiting: number } {
    return { lent: this.turns.taken, waiting: this.turns.waiting };
  }

  /** Runs one statement, committed by itself. */
  execute<Row extends Record<string, unknown>>(query: SQL | Statement): Promise<Row[]> {
    // Through a pooler a statement has limits only inside a transaction.
    if (!this.options.direct) return this.transaction("write", (db) => db.execute<Row>(query));
    const statement = compile(query);
    return this.fresh(() => (statement.onlyReads ? this.share<Row>(statement) : this.alone<Row>(statement)));
  }

  /**
   * Sends a statement that the server knows by name together with others of its kind: they depend on nothing and are short,
   * and what leaves in one write costs both sides half. After a refusal nobody joins; an answer that the refused one broke, or that the
   * others waited for too long, is asked for again, by itself.
   */
  private async share<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<Row[]> {
    // Its place is free by then: with every connection shared like this one, it would wait for itself.
    return (await this.shareOnce<Row>(statement)) ?? this.alone<Row>(statement);
  }

  /** Null for an answer that is to be asked for again. */
  private async shareOnce<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<Row[] | null> {
    const shared = this.joined();
    shared.users += 1;
    const leave = currentDeadline()?.onPass(() => {
      shared.loan?.end(stalled());
      return false;
    });
    try {
      const connection = await shared.connection;
      const { rows } = await connection.send<Row>(statement);
      if (shared.loan !== null) shared.loan.since = performance.now();
      return rows;
    } catch (error) {
      if (this.shared === shared) this.shared = null;
      if (error instanceof BrokenAnswer) return null;
      throw error;
    } finally {
      leave?.();
      shared.users -= 1;
      if (shared.users === 0) {
        if (this.shared === shared) this.shared = null;
        if (shared.loan !== null) {
          this.loans.end(shared.loan);
          this.giveBack(shared.loan.connection, SHARED);
        }
      }
    }
  }

  private alone<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<Row[]> {
    return this.lend(false, async (connection) => (await connection.send<Row>(statement)).rows);
  }

  /** The shared connection to join. Whoever waits for a connection comes first: then those who share take their turn too. */
  private joined(): Shared {
    const open = this.shared;
    if (open !== null && open.users < TOGETHER) {
      if (open.loan === null || (open.loan.connection.isUsable && !this.turns.hasWaiting)) return open;
    }
    const shared: Shared = { connection: beyondDeadline(() => this.take(SHARED)), loan: null, users: 0 };
    const limitMs = this.options.limits.transactionMs;
    shared.connection.then(
      (connection) => {
        shared.loan = this.loans.begin({ connection, limitMs, end: () => connection.stop(stalled()) });
      },
      () => {},
    );
    this.shared = shared;
    return shared;
  }

  /**
   * Runs `work` in a transaction, which commits when it ends well. `work` may run twice: what it keeps outside the transaction
   * it must begin anew. With `long`, what is known to be large has more time.
   */
  transaction<T>(mode: Mode, work: (db: Transaction) => Promise<T>, options: { long?: boolean } = {}): Promise<T> {
    const begin = beginning(mode, limitsToBring(options.long ?? false, this.options));
    return this.fresh(() =>
      this.lend(options.long ?? false, (connection) => once(new Transaction(connection, mode, begin), work)),
    );
  }

  /**
   * Tries again when a table changed under statements that connections remember, as a migration by another process does:
   * nothing was written, and the second try has a new connection.
   */
  private async fresh<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      this.refusals.note(error);
      if (!isStaleStatement(error)) throw error;
      for (const { connection } of this.resting.splice(0)) void connection.end();
      return attempt();
    }
  }

  /** Refuses new work, waits for what is under way, and closes every connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.turns.refuseWaiting(poolClosed());
    if (this.turns.taken > 0) {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSING_MS).unref());
      await Promise.race([new Promise<void>((resolve) => this.quiet.push(resolve)), patience]);
    }
    if (this.closing !== null) clearTimeout(this.closing);
    await Promise.all(this.resting.splice(0).map(({ connection }) => connection.end()));
  }

  private async lend<T>(isLong: boolean, work: (connection: Connection) => Promise<T>): Promise<T> {
    const turn: Turn = { workspace: workspaceServed(), isLong, isPatient: true };
    const connection = await this.take(turn);
    const { transactionMs } = limitsOf(isLong, this.options.limits);
    try {
      return await this.loans.run(connection, transactionMs, work);
    } finally {
      this.giveBack(connection, turn);
    }
  }

  private async take(turn: Turn): Promise<Connection> {
    if (this.isClosed) throw poolClosed();
    currentDeadline()?.throwIfPassed();
    if (!this.turns.begin(turn)) await waitForTurn(this.turns, turn, this.waitMs);
    for (let next = this.resting.pop(); next !== undefined; next = this.resting.pop()) {
      if (next.connection.isFree) return next.connection;
      void next.connection.end();
    }
    return new Connection(this.url, this.options);
  }

  /** Takes a connection back; one that is not free keeps its place until it is, or is closed. */
  private giveBack(connection: Connection, turn: Turn): void {
    if (connection.isFree || !connection.isUsable) this.rest(connection, turn);
    else void connection.settle().then(() => this.rest(connection, turn));
  }

  private rest(connection: Connection, turn: Turn): void {
    if (this.isClosed || !connection.isFree) void connection.end();
    else {
      this.resting.push({ connection, since: performance.now() });
      this.closing ??= setTimeout(() => this.closeIdle(), IDLE_MS).unref();
    }
    this.turns.end(turn);
    if (this.turns.taken === 0) for (const wake of this.quiet.splice(0)) wake();
  }

  private closeIdle(): void {
    this.closing = null;
    const latest = performance.now() - IDLE_MS;
    for (let first = this.resting[0]; first !== undefined; first = this.resting[0]) {
      if (first.since > latest) {
        this.closing = setTimeout(() => this.closeIdle(), first.since - latest).unref();
        return;
      }
      this.resting.shift();
      void first.connection.end();
    }
  }
}

/** An answer that others on its connection kept waiting for too long. */
function stalled(): BrokenAnswer {
  return new BrokenAnswer("a shared connection does not answer");
}

function poolClosed(): Error {
  return lostConnection("the pool of connections is closed");
}

async function once<T>(transaction: Transaction, work: (db: Transaction) => Promise<T>): Promise<T> {
  try {
    const result = await work(transaction);
    await transaction.complete();
    return result;
  } catch (error) {
    await transaction.abandon();
    throw error;
  }
}
