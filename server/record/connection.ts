import { BrokenAnswer, type DriverAnswer, type DriverCall, DriverConnection, lostConnection } from "./driver.ts";
import { type CompiledStatement, charactersOf, compile, isHarmless, signatureOf } from "./statement.ts";
import { settingsOf, type TimeLimits } from "./time-limits.ts";

/** Connections are renewed now and then, so that a failover behind one address is noticed. */
const LIFETIME_MS = 45 * 60_000;

/** Time within which a connection answers a ROLLBACK before it is closed, in milliseconds. */
const ROLLBACK_MS = 5_000;

/** Statements a connection remembers by name at most, apart from those that ask for it; a write needs fewer texts. */
const NAMED = 200;
/** Texts longer than this are made for one occasion. */
const NAMED_CHARACTERS = 4_000;

/** A statement whose answer has no rows, of which some would be missing. */
const NO_ROWS = "SELECT WHERE false";

/** Beginning of a transaction that may not write. */
export const READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

const LOST = "the connection to the database was lost";

/** Characters on their way at most when another statement is sent behind them; far below what a socket takes at once. */
const AHEAD_CHARACTERS = 16_000;

/** An answer with rows of a known form. */
export interface StatementResult<Row> extends Pick<DriverAnswer, "command"> {
  readonly rows: Row[];
}

/** Fields of a refusal of the server that decide what becomes of a connection. */
interface Refusal {
  readonly severity?: string;
  readonly code?: string;
  readonly routine?: string;
}

/** Returns the server's refusal of a statement; null when the server could not be reached. */
function refusalOf(error: unknown): Refusal | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at.name === "PostgresError") return at as Error & Refusal;
  }
  return null;
}

/**
 * A statement the connection remembers does not fit a table that changed meanwhile; a new connection remembers none. The routine
 * tells it from what the server refuses to do at all, such as a join that Citus cannot plan.
 */
export function isStaleStatement(error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === "0A000" && refusal.routine === "RevalidateCachedQuery";
}

/** Whether the server refused a statement and goes on. */
function isOrdinaryRefusal(error: unknown): boolean {
  return error instanceof BrokenAnswer || (refusalOf(error)?.severity === "ERROR" && !isStaleStatement(error));
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
  readonly resolve: (result: DriverAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement on its way, and what it weighs. */
interface Sent {
  readonly call: DriverCall;
  readonly characters: number;
  /** Whether it may have taken effect although nobody hears its answer: a COMMIT, or what writes and is committed by itself. */
  readonly mayTakeEffect: boolean;
}

/**
 * One connection, used by one piece of work at a time, and thrown away once it was lost. The driver's own pool and
 * transactions are not used: when a connection dies under a transaction, its `begin` goes on sending statements.
 *
 * Statements are sent ahead, without waiting for the answers to those before them, as long as the driver puts them on the
 * wire at once. It does not behind a statement that it asks the server about first, behind much data, or while it
 * connects: what it kept waiting then it would send on a new connection, should this one be lost. So such statements wait here.
 *
 * ```
 *            first answer          lent               BEGIN
 *   opening ──────────────► free ◄───────► in use ────────────► in a transaction
 *                             ▲               │ refused              │
 *                             │               ▼                      │ COMMIT or ROLLBACK answered: in use
 *                             ├── answered ── doubtful               ▼
 *                             └── ROLLBACK of ours answered ◄── given back
 *
 *   from each of them: lost, stale, too old, stopped, or no answer to that ROLLBACK ──► to be closed
 * ```
 *
 * It is lent again only when free. A COMMIT or ROLLBACK counts when it was answered, because the driver hides whether the server is
 * inside a transaction; a statement that was refused by itself leaves a doubt that the next answer ends, because the driver's count of
 * rows may be wrong until then.
 */
export class Connection {
  private readonly driver: DriverConnection;
  private readonly options: ConnectionOptions;
  /** Texts seen on this connection, and whether they have a name. */
  private readonly texts = new Map<string, boolean>();
  /** Texts with the types of their parameters that the server knows by name. */
  private readonly known = new Set<string>();
  private readonly born = performance.now();
  private readonly sent = new Set<Sent>();
  private readonly waiting: Waiting[] = [];
  private charactersAhead = 0;
  /** Whether something may be sent behind what is on its way. A connection that is not open yet keeps everything waiting. */
  private isOpen = false;
  private hasRoom = true;
  private state: "clean" | "transaction" | "doubtful" | "closed" = "clean";
  private isReadOnly = false;

  constructor(url: string, options: ConnectionOptions) {
    this.options = options;
    const settings = {
      // A server's own customs must not decide how moments are written down.
      TimeZone: "UTC",
      DateStyle: "ISO, YMD",
      ...(options.direct ? settingsOf(options.limits) : {}),
    };
    this.driver = new DriverConnection(url, settings, () => this.stop(lostConnection(LOST)));
  }

  /** Whether it may be used further. */
  get isUsable(): boolean {
    return this.state !== "closed" && performance.now() - this.born < LIFETIME_MS;
  }

  /** Whether it may be lent as it is. */
  get isFree(): boolean {
    return this.state === "clean" && this.sent.size === 0 && this.waiting.length === 0 && this.isUsable;
  }

  /** Whether something on its way may take effect although nobody hears its answer. */
  get isUndecided(): boolean {
    return [...this.sent].some(({ mayTakeEffect }) => mayTakeEffect);
  }

  /**
   * Sends a statement, behind those sent before it. Its refusal does not keep those behind it from being executed, unless
   * they are of the same transaction.
   */
  send<Row extends Record<string, unknown>>(statement: CompiledStatement): Promise<StatementResult<Row>> {
    if (this.state === "closed") return Promise.reject(lostConnection(LOST));
    return new Promise((resolve, reject) => {
      const waiting = { statement, resolve: resolve as Waiting["resolve"], reject };
      if (this.waiting.length === 0 && this.mayFollow(statement)) this.dispatch(waiting);
      else this.waiting.push(waiting);
    });
  }

  /** Rolls back what is open, or ends a doubt, and answers whether the connection is free then. */
  async settle(): Promise<boolean> {
    if (this.isFree || !this.isUsable) return this.isFree;
    const timer = setTimeout(() => this.stop(lostConnection("a ROLLBACK was not answered")), ROLLBACK_MS);
    // Outside a transaction the server would write a warning about a ROLLBACK to its log.
    await this.send(compile(this.state === "transaction" ? "ROLLBACK" : NO_ROWS)).catch(() => {});
    clearTimeout(timer);
    return this.isFree;
  }

  /** Sends nothing more, and refuses what is not answered yet. */
  stop(error: unknown): void {
    this.state = "closed";
    for (const { call } of this.sent) call.withdraw(error as Error);
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  async end(): Promise<void> {
    // What was lost has nothing to wait for.
    await this.driver.end(this.state === "closed" ? 0 : 5);
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
    if (text.startsWith("BEGIN")) {
      this.state = "transaction";
      this.isReadOnly = text.startsWith(READING);
    }
    const mayTakeEffect = this.state === "transaction" ? text === "COMMIT" && !this.isReadOnly : !isHarmless(statement);
    const sent = { call: this.driver.send(text, values, isNamed), characters, mayTakeEffect };
    this.hasRoom = this.isOpen && characters <= AHEAD_CHARACTERS && (values.length === 0 || this.known.has(signature));
    this.charactersAhead += characters;
    this.sent.add(sent);
    const settled = () => {
      this.sent.delete(sent);
      this.charactersAhead -= characters;
      this.isOpen = true;
    };
    sent.call.answer.then(
      (answer) => {
        settled();
        if (isNamed) this.known.add(signature);
        this.note(answer.command);
        resolve(answer);
        this.sendWaiting();
      },
      (error: unknown) => {
        settled();
        if (this.state === "clean") this.state = "doubtful";
        reject(error);
        if (isOrdinaryRefusal(error)) this.sendWaiting();
        else this.stop(isStaleStatement(error) ? error : lostConnection(LOST));
      },
    );
  }

  /** Notes what the server did. */
  private note(command: string): void {
    if (this.state === "closed") return;
    if (command === "COMMIT" || command === "ROLLBACK" || this.state === "doubtful") this.state = "clean";
  }

  private sendWaiting(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (!this.mayFollow(next.statement)) return;
      this.waiting.shift();
      this.dispatch(next);
    }
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
