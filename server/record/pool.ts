import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

/** A connection that nothing used for this long is closed. */
const IDLE_MS = 60_000;
/** Connections are renewed now and then, so that a failover behind one address is noticed. */
const LIFETIME_MS = 45 * 60_000;
/** How long closing waits for work under way. */
const CLOSING_MS = 5_000;

/** Statements a connection remembers by name at most; there are fewer texts than this on the way of a write. */
const NAMED = 200;
/** Texts longer than this are made for one occasion. */
const NAMED_CHARACTERS = 4_000;

const dialect = new PgDialect();

/** An error as the driver gives it when there is no connection, so that callers answer 503. */
function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}

/** What the server refused a statement with; null when it did not refuse but could not be reached. */
function refusalOf(error: unknown): { severity?: string; code?: string } | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at.name === "PostgresError") return at as Error & { severity?: string; code?: string };
  }
  return null;
}

/** A statement the connection remembers does not fit a table that changed meanwhile; a new connection remembers none. */
function isStaleStatement(error: unknown): boolean {
  return refusalOf(error)?.code === "0A000";
}

/** Whether the server refused a statement and goes on: the connection is as good as before. */
function isOrdinaryRefusal(error: unknown): boolean {
  return refusalOf(error)?.severity === "ERROR" && !isStaleStatement(error);
}

/**
 * One connection, used by one piece of work at a time, and thrown away once it was lost. The driver's own pool and
 * transactions are not used: when a connection dies under a transaction, its `begin` goes on sending statements, which
 * ends the process (a write to a socket that is gone) or reaches another session.
 */
class Connection {
  private readonly client: postgres.Sql;
  /** Texts seen on this connection, and whether they have a name; null when statements have none. */
  private readonly texts: Map<string, boolean> | null;
  private readonly born = performance.now();
  private lost = false;
  private idle: NodeJS.Timeout | null = null;

  constructor(url: string, named: boolean) {
    this.texts = named ? new Map() : null;
    this.client = postgres(url, {
      max: 1,
      // Both would end a connection between the statements of a transaction; the pool does it when nobody uses it.
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      onnotice: () => {},
      onclose: () => {
        this.lost = true;
      },
      // 64-bit integers here are sequences and counts, always below 2^53.
      types: { bigint: { to: 20, from: [20], parse: (text: string) => Number(text), serialize: String } },
      // A server's own customs must not decide how moments are written down.
      connection: { application_name: "fabula", TimeZone: "UTC", DateStyle: "ISO, YMD" },
    });
    // Sets how the driver reads and writes values of the types that the product uses.
    drizzle(this.client);
  }

  /** Whether it may be lent again. */
  get isUsable(): boolean {
    return !this.lost && performance.now() - this.born < LIFETIME_MS;
  }

  get isLost(): boolean {
    return this.lost;
  }

  async run<Row extends Record<string, unknown>>(query: SQL | string): Promise<Row[]> {
    // The driver would quietly open another connection: outside the transaction that this statement belongs to.
    if (this.lost) throw lostConnection("the connection to the database was lost");
    try {
      // The driver's result is an array with extras; rows come as plain objects with numbers for bigint.
      if (typeof query === "string") return (await this.client.unsafe(query)) as unknown as Row[];
      const { sql, params } = dialect.sqlToQuery(query);
      const values = params as postgres.ParameterOrJSON<never>[];
      return (await this.client.unsafe(sql, values, { prepare: this.isNamed(sql) })) as unknown as Row[];
    } catch (error) {
      if (!isOrdinaryRefusal(error)) this.lost = true;
      throw error;
    }
  }

  /**
   * A text that comes back gets a name: the server then neither parses it again nor is asked about it first. One that
   * compares with many values has none: only a plan made for the values looks them up in a hash table.
   */
  private isNamed(text: string): boolean {
    if (this.texts === null || text.length > NAMED_CHARACTERS || text.includes(" = ANY(")) return false;
    const seen = this.texts.get(text);
    if (seen === undefined && this.texts.size < NAMED) this.texts.set(text, false);
    if (seen === false) this.texts.set(text, true);
    return seen !== undefined;
  }

  rest(expired: () => void): void {
    this.idle = setTimeout(expired, IDLE_MS);
    this.idle.unref();
  }

  wake(): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = null;
  }

  async end(): Promise<void> {
    this.wake();
    // What was lost has nothing to wait for.
    await this.client.end({ timeout: this.lost ? 0 : 5 }).catch(() => {});
  }
}

/**
 * A statement at a time on one connection. After the transaction is over nothing can be sent any more, so that a promise
 * somebody forgot to wait for cannot write outside it.
 */
class Transaction {
  private readonly connection: Connection;
  private tail: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async execute<Row extends Record<string, unknown>>(query: SQL): Promise<Row[]> {
    if (this.isOver) throw new Error("the transaction is over");
    const result = this.tail.then(() => this.connection.run<Row>(query));
    this.tail = result.catch(() => {});
    return result;
  }

  /** Lets what was sent come to its end, and takes nothing more. */
  async over(): Promise<void> {
    this.isOver = true;
    await this.tail;
  }
}

/** A writer waits this long for a lock, whichever. Sent with the beginning, so that it costs no round trip. */
const LOCK_TIMEOUT_MS = 5_000;

const BEGIN = {
  snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
} as const;

/** A bounded number of connections, lent in the order in which they are asked for. Opens none before the first need. */
export class ConnectionPool {
  private readonly url: string;
  private readonly size: number;
  private readonly named: boolean;
  private readonly resting: Connection[] = [];
  private readonly waiting: (() => void)[] = [];
  private lent = 0;
  private isClosed = false;
  private quiet: (() => void)[] = [];

  /** `named` lets the server remember statements: only where connections reach it directly, not through a pooler. */
  constructor(url: string, size: number, options: { named?: boolean } = {}) {
    this.url = url;
    this.size = size;
    this.named = options.named ?? false;
  }

  execute<Row extends Record<string, unknown>>(query: SQL): Promise<Row[]> {
    return this.fresh(() => this.lend((connection) => connection.run<Row>(query)));
  }

  /** `work` may run twice: what it keeps outside the transaction it must begin anew. */
  transaction<T>(mode: "snapshot" | "write", work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.fresh(() => this.once(mode, work));
  }

  /**
   * Tries again when a table changed under statements that connections remember, as a migration by another process does:
   * nothing was written, and the second try has a new connection.
   */
  private async fresh<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      for (const connection of this.resting.splice(0)) void connection.end();
      return attempt();
    }
  }

  private once<T>(mode: "snapshot" | "write", work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.lend(async (connection) => {
      await connection.run(BEGIN[mode]);
      const transaction = new Transaction(connection);
      let result: T;
      try {
        result = await work(transaction);
        await transaction.over();
      } catch (error) {
        await transaction.over();
        // The server itself rolls back what a lost connection left open.
        if (!connection.isLost) await connection.run("ROLLBACK").catch(() => {});
        throw error;
      }
      await connection.run("COMMIT");
      return result;
    });
  }

  /** Refuses new work, waits for what is under way, and closes every connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const wake of this.waiting.splice(0)) {
      this.lent += 1;
      wake();
    }
    if (this.lent > 0) {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSING_MS).unref());
      await Promise.race([new Promise<void>((resolve) => this.quiet.push(resolve)), patience]);
    }
    await Promise.all(this.resting.splice(0).map((connection) => connection.end()));
  }

  private async lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.take();
    try {
      return await work(connection);
    } finally {
      this.giveBack(connection);
    }
  }

  private async take(): Promise<Connection> {
    if (this.lent >= this.size && !this.isClosed) {
      // Whoever gives back wakes the first in line and leaves its place counted.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.lent += 1;
    if (this.isClosed) {
      this.leave();
      throw lostConnection("the pool of connections is closed");
    }
    for (let connection = this.resting.pop(); connection !== undefined; connection = this.resting.pop()) {
      connection.wake();
      if (connection.isUsable) return connection;
      void connection.end();
    }
    return new Connection(this.url, this.named);
  }

  private giveBack(connection: Connection): void {
    if (this.isClosed || !connection.isUsable) void connection.end();
    else {
      this.resting.push(connection);
      connection.rest(() => {
        const at = this.resting.indexOf(connection);
        if (at !== -1) this.resting.splice(at, 1);
        void connection.end();
      });
    }
    this.leave();
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.lent -= 1;
    if (this.lent === 0) for (const wake of this.quiet.splice(0)) wake();
  }
}
