import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { setArrayTypes } from "./array-types.ts";
import { gatheringSockets } from "./gathering-socket.ts";
import { settingsOf, type TimeLimits } from "./time-limits.ts";

/** Connections are renewed now and then, so that a failover behind one address is noticed. */
const LIFETIME_MS = 45 * 60_000;

/** Statements a connection remembers by name at most, apart from those that ask for it; a write needs fewer texts. */
const NAMED = 200;
/** Texts longer than this are made for one occasion. */
const NAMED_CHARACTERS = 4_000;

/** The protocol counts parameters in 16 bits. */
const MAX_PARAMETERS = 65_533;

/** Characters on their way at most when another statement is sent behind them; far below what a socket takes at once. */
const AHEAD_CHARACTERS = 16_000;

const dialect = new PgDialect();

/** A statement whose text never changes: the server remembers it by name from its first use on a connection. */
export interface Statement {
  readonly text: string;
  /** For `$1`, `$2`, …; texts, numbers, booleans, null, or arrays of them. */
  readonly values: readonly unknown[];
}

/** A statement ready to be sent. */
export interface CompiledStatement extends Statement {
  /** Whether it asks for a name whatever the pool's rule. */
  readonly keeps: boolean;
}

/** Rows, and what the server says it did, such as `SELECT` or `COMMIT`. */
export interface StatementResult<Row> {
  readonly rows: Row[];
  readonly command: string;
}

/**
 * Makes a statement ready to be sent.
 *
 * @throws Error when it cannot be sent; whatever is behind it must not be sent then.
 */
export function compile(query: SQL | Statement | string): CompiledStatement {
  if (typeof query === "string") return { text: query, values: [], keeps: false };
  const isStatement = "text" in query;
  const { sql: text, params: values } = isStatement
    ? { sql: query.text, params: query.values }
    : dialect.sqlToQuery(query);
  if (values.length > MAX_PARAMETERS) throw new Error(`a statement has ${values.length} parameters`);
  if (values.includes(undefined)) throw new Error("a parameter of a statement is undefined");
  return { text, values, keeps: isStatement };
}

/**
 * The text of a statement that names its parameters `$1`, `$2`, … itself.
 *
 * @throws Error when it holds a value, which belongs among the values.
 */
export function textOf(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (params.length > 0) throw new Error("a statement's text holds values");
  return text;
}

/** An error as the driver gives it when there is no connection, so that callers answer 503. */
export function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}

/** Returns the server's refusal of a statement; null when the server could not be reached. */
function refusalOf(error: unknown): { severity?: string; code?: string } | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at.name === "PostgresError") return at as Error & { severity?: string; code?: string };
  }
  return null;
}

/** A statement the connection remembers does not fit a table that changed meanwhile; a new connection remembers none. */
export function isStaleStatement(error: unknown): boolean {
  return refusalOf(error)?.code === "0A000";
}

/** Whether the server refused a statement and goes on: the connection is as good as before. */
function isOrdinaryRefusal(error: unknown): boolean {
  return refusalOf(error)?.severity === "ERROR" && !isStaleStatement(error);
}

/** Members of the driver's query besides its promise. */
interface DriverQuery {
  /** Null until it is on the wire. */
  readonly state: object | null;
  /** True keeps the driver from putting it there. */
  cancelled: unknown;
  reject(error: Error): void;
}

/** Options of a connection. */
export interface ConnectionOptions {
  /**
   * Whether no pooler stands between: then statements may have names, and limits hold for the session. Poolers refuse both, so
   * there the limits come with each transaction.
   */
  readonly direct: boolean;
  /** Whether statements that come back get names, not only those that ask for one. */
  readonly remembers: boolean;
  readonly limits: TimeLimits;
}

interface Waiting {
  readonly statement: CompiledStatement;
  readonly resolve: (result: postgres.RowList<postgres.Row[]>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One connection, used by one piece of work at a time, and thrown away once it was lost. The driver's own pool and
 * transactions are not used: when a connection dies under a transaction, its `begin` goes on sending statements, which
 * ends the process (a write to a socket that is gone) or reaches another session.
 *
 * Statements are sent ahead, without waiting for the answers to those before them, as long as the driver puts them on the
 * wire at once. It does not behind a statement that it asks the server about first, behind much data, or while it
 * connects: what it kept waiting then it would send on a new connection, should this one be lost. So such statements wait here.
 */
export class Connection {
  private readonly client: postgres.Sql;
  private readonly options: ConnectionOptions;
  /** Texts seen on this connection, and whether they have a name. */
  private readonly texts = new Map<string, boolean>();
  /** Texts with the types of their parameters that the server knows by name. */
  private readonly known = new Set<string>();
  private readonly born = performance.now();
  private readonly sent = new Set<DriverQuery>();
  private readonly waiting: Waiting[] = [];
  private charactersAhead = 0;
  /** Whether something may be sent behind what is on its way. A connection that is not open yet keeps everything waiting. */
  private isOpen = false;
  private hasRoom = true;
  private lost = false;

  constructor(url: string, options: ConnectionOptions) {
    this.options = options;
    this.client = postgres(url, {
      max: 1,
      // The driver asks for the types of arrays when it connects, and listens to nobody while it does: a connection lost in that
      // moment would end the process.
      fetch_types: false,
      // Both would end a connection between the statements of a transaction; the pool does it when nobody uses it.
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      // Not among the driver's declared options.
      ...({ socket: gatheringSockets() } as object),
      onnotice: () => {},
      onclose: () => this.lose(),
      // 64-bit integers here are sequences and counts, always below 2^53.
      types: { bigint: { to: 20, from: [20], parse: (text: string) => Number(text), serialize: String } },
      connection: {
        application_name: "fabula",
        // A server's own customs must not decide how moments are written down.
        TimeZone: "UTC",
        DateStyle: "ISO, YMD",
        ...(options.direct ? settingsOf(options.limits) : {}),
      },
    });
    // Sets how the driver reads and writes values of the types that the product uses.
    drizzle(this.client);
    setArrayTypes(this.client.options);
  }

  /** Whether it may be lent again. */
  get isUsable(): boolean {
    return !this.lost && performance.now() - this.born < LIFETIME_MS;
  }

  get isLost(): boolean {
    return this.lost;
  }

  /**
   * Sends a statement, behind those sent before it. Its refusal does not keep those behind it from being executed, unless
   * they are of the same transaction.
   */
  send<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<StatementResult<Row>> {
    // The driver would quietly open another connection: outside the transaction that this statement belongs to.
    if (this.lost) return Promise.reject(lostConnection("the connection to the database was lost"));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        statement,
        // The driver's result is an array with extras; rows come as plain objects with numbers for bigint.
        resolve: (result) => resolve({ rows: result as unknown as Row[], command: result.command }),
        reject,
      };
      if (this.waiting.length === 0 && this.mayFollow(statement)) this.dispatch(waiting);
      else this.waiting.push(waiting);
    });
  }

  async end(): Promise<void> {
    // What was lost has nothing to wait for.
    await this.client.end({ timeout: this.lost ? 0 : 5 }).catch(() => {});
  }

  private mayFollow(statement: CompiledStatement): boolean {
    if (this.sent.size === 0) return true;
    return this.hasRoom && this.charactersAhead + charactersOf(statement) <= AHEAD_CHARACTERS;
  }

  private dispatch({ statement, resolve, reject }: Waiting): void {
    const { text, values } = statement;
    const isNamed = values.length > 0 && this.isNamed(statement);
    const signature = isNamed ? signatureOf(statement) : "";
    const characters = charactersOf(statement);
    const query = this.client.unsafe(text, values as postgres.ParameterOrJSON<never>[], { prepare: isNamed });
    const driven = query as unknown as DriverQuery;
    if (isNamed) forbidRepetition(driven);
    this.hasRoom = this.isOpen && characters <= AHEAD_CHARACTERS && (values.length === 0 || this.known.has(signature));
    this.charactersAhead += characters;
    this.sent.add(driven);
    const settled = () => {
      this.sent.delete(driven);
      this.charactersAhead -= characters;
      this.isOpen = true;
    };
    query.then(
      (result) => {
        settled();
        if (isNamed) this.known.add(signature);
        resolve(result);
        this.sendWaiting();
      },
      (error: unknown) => {
        settled();
        reject(error);
        if (isOrdinaryRefusal(error)) this.sendWaiting();
        else if (isStaleStatement(error)) this.retire(error);
        else this.lose();
      },
    );
  }

  private sendWaiting(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (!this.mayFollow(next.statement)) return;
      this.waiting.shift();
      this.dispatch(next);
    }
  }

  /** Takes nothing more: what was not sent yet is refused as the statement was that no longer fits. */
  private retire(refusal: unknown): void {
    this.lost = true;
    for (const { reject } of this.waiting.splice(0)) reject(refusal);
  }

  /** Marks the connection as lost: no unanswered statement may be sent any more, by the driver neither. */
  private lose(): void {
    this.lost = true;
    const error = lostConnection("the connection to the database was lost");
    for (const query of this.sent) {
      if (query.state === null) query.cancelled = true;
      query.reject(error);
    }
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  /**
   * A text that comes back gets a name: the server then neither parses it again nor is asked about it first. One that
   * compares with many values has none: only a plan made for the values looks them up in a hash table.
   */
  private isNamed({ text, keeps }: CompiledStatement): boolean {
    if (!this.options.direct) return false;
    if (keeps) return true;
    if (!this.options.remembers || text.length > NAMED_CHARACTERS || text.includes(" = ANY(")) return false;
    const seen = this.texts.get(text);
    if (seen === undefined && this.texts.size < NAMED) this.texts.set(text, false);
    if (seen === false) this.texts.set(text, true);
    return seen !== undefined;
  }
}

/**
 * Keeps the driver from sending a statement once more when it no longer fits its table: it would come behind everything sent
 * meanwhile, a COMMIT included, and so outside its transaction. By its prototype: a property of its own would make it a hash table.
 */
function forbidRepetition(query: DriverQuery): void {
  unrepeated ??= Object.create(Object.getPrototypeOf(query), {
    retried: {
      get: () => undefined,
      set(this: DriverQuery, refusal: Error) {
        this.cancelled = true;
        this.reject(refusal);
      },
    },
  }) as object;
  Object.setPrototypeOf(query, unrepeated);
}

/** The driver's queries that it does not repeat. */
let unrepeated: object | null = null;

/** The driver knows a statement by its text and by the types that it reads from the values. */
function signatureOf({ text, values }: CompiledStatement): string {
  let types = "";
  for (const value of values) types += typeOf(value);
  return `${types} ${text}`;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return typeOf(value[0]);
  if (typeof value === "boolean") return "b";
  if (typeof value === "bigint") return "i";
  if (value instanceof Uint8Array) return "y";
  return value instanceof Date ? "d" : ".";
}

/** Returns the approximate size of a statement on the wire: characters of its text and values. */
function charactersOf({ text, values }: CompiledStatement): number {
  let sum = text.length;
  for (const value of values) sum += weightOf(value);
  return sum;
}

function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (value instanceof Uint8Array) return value.length * 2;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + weightOf(each) + 4, 0);
  return 8;
}
