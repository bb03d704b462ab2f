import type { SQL } from "drizzle-orm";
import { type Connection, type ConnectionOptions, READING, type StatementResult } from "./connection.ts";
import { lostConnection } from "./driver.ts";
import { type CompiledStatement, compile, isHarmless, type Statement } from "./statement.ts";
import { LONG, settingsOf, type TimeLimits } from "./time-limits.ts";

/** `snapshot` sees one state of the database and may not write. */
export type Mode = "snapshot" | "write";

const BEGIN: Record<Mode, string> = {
  snapshot: READING,
  write: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
};

/**
 * Returns the statement that begins a transaction, with its limits where the session's differ. Sent together, they cost
 * no round trip.
 */
export function beginning(mode: Mode, limits: TimeLimits | null): string {
  if (limits === null) return BEGIN[mode];
  const settings = Object.entries(settingsOf(limits)).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return [BEGIN[mode], ...settings].join("; ");
}

/** The limits that a transaction brings along; null when those of its session do. */
export function limitsToBring(isLong: boolean, { direct, limits }: ConnectionOptions): TimeLimits | null {
  const own = limitsOf(isLong, limits);
  return direct && own === limits ? null : own;
}

/** Limits of a transaction in a pool with these. What has no end already needs no longer one. */
export function limitsOf(isLong: boolean, limits: TimeLimits): TimeLimits {
  return isLong && limits.statementMs > 0 ? LONG : limits;
}

function isOver(): Error {
  return new Error("the transaction is over");
}

/** Refuses a COMMIT that was not answered as one: nobody knows whether it took effect, so nothing of it may be done again. */
function unacknowledged(cause: unknown): never {
  throw Object.assign(lostConnection("a COMMIT was not acknowledged"), { cause });
}

/**
 * The statements of one transaction, in the order in which they were given, each sent without waiting for the answers to
 * those before it. BEGIN is not waited for either by what only reads or locks; what writes waits until it is known to be inside.
 * After the transaction is over nothing can be sent any more, so that a promise somebody forgot to wait for cannot write
 * outside it. A refused BEGIN refuses everything. What is left open is rolled back by whoever takes the connection back.
 */
export class Transaction {
  private readonly connection: Connection;
  private readonly mode: Mode;
  private readonly begun: Promise<void>;
  private isBegun = false;
  /** Statements that wait for BEGIN. */
  private readonly held: (() => void)[] = [];
  private readonly pending = new Set<Promise<unknown>>();
  /** The first refusal: from then on the server refuses everything and commits nothing. */
  private refusal: unknown = null;
  /** Makes the error for whoever sends more; an error made in advance would cost each transaction its stack. */
  private over: (() => unknown) | null = null;
  private isCommitSent = false;

  constructor(connection: Connection, mode: Mode, begin: string) {
    this.connection = connection;
    this.mode = mode;
    this.begun = this.note(this.connection.send(compile(begin))).then(
      () => {
        this.isBegun = true;
        for (const go of this.held.splice(0)) go();
      },
      (error: unknown) => {
        this.over = () => error;
        for (const go of this.held.splice(0)) go();
      },
    );
  }

  async execute<Row extends Record<string, unknown>>(query: SQL | Statement): Promise<Row[]> {
    this.requireOpen();
    return this.send<Row>(compile(query));
  }

  /**
   * Sends the last statements and COMMIT behind them at once, and answers their rows when it is committed. A statement that
   * is refused makes the server roll back instead.
   *
   * @throws Error what the first statement was refused with; nothing is written then.
   */
  async finish(queries: readonly (SQL | Statement)[]): Promise<Record<string, unknown>[][]> {
    this.requireOpen();
    // What cannot be sent is found before anything is.
    const statements = queries.map(compile);
    const answers = statements.map((statement) => this.send(statement));
    await Promise.all([...answers, this.commit()]);
    return Promise.all(answers);
  }

  /** Commits, unless that was done. */
  async complete(): Promise<void> {
    if (!this.isCommitSent) await this.commit();
  }

  /** Takes nothing more, and waits for the answers to everything that was sent. */
  async abandon(): Promise<void> {
    this.over ??= isOver;
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  private requireOpen(): void {
    if (this.over !== null) throw this.over();
  }

  /** Sends COMMIT behind everything sent before. It counts only when the server says so: a failed transaction answers ROLLBACK. */
  private async commit(): Promise<void> {
    this.over ??= isOver;
    // What was held is sent by then.
    await this.requireBegun();
    this.isCommitSent = true;
    const { command } = await this.note(this.connection.send(compile("COMMIT"))).catch(unacknowledged);
    if (command === "COMMIT" || this.mode === "snapshot") return;
    await this.abandon();
    throw this.refusal ?? new Error(`a transaction ended with ${command}`);
  }

  private async send<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<Row[]> {
    const { rows } = await this.note(this.inside<Row>(statement));
    await this.requireBegun();
    return rows;
  }

  private async requireBegun(): Promise<void> {
    if (!this.isBegun) await this.begun;
    if (!this.isBegun) throw this.over?.();
  }

  /** Keeps an answer among those to wait for, and the first refusal. */
  private note<T>(answer: Promise<T>): Promise<T> {
    const noted: Promise<void> = answer.then(
      () => void this.pending.delete(noted),
      (error: unknown) => {
        this.refusal ??= error;
        this.pending.delete(noted);
      },
    );
    this.pending.add(noted);
    return answer;
  }

  private inside<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<StatementResult<Row>> {
    const mayGo = this.held.length === 0 && (this.mode === "snapshot" || isHarmless(statement));
    if (this.isBegun || mayGo) return this.connection.send<Row>(statement);
    return new Promise((resolve, reject) => {
      this.held.push(() => (this.isBegun ? resolve(this.connection.send<Row>(statement)) : reject(this.over?.())));
    });
  }
}
