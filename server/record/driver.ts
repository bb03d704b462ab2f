import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { setArrayTypes } from "./array-types.ts";
import { gatheringSockets } from "./gathering-socket.ts";

/** Rows, and what the server says it did, such as `SELECT` or `COMMIT`. */
export interface DriverAnswer {
  readonly rows: Record<string, unknown>[];
  readonly command: string;
}

/** A statement on its way. */
export interface DriverCall {
  readonly answer: Promise<DriverAnswer>;
  /** Refuses the statement now; if it is not on the wire yet, it never will be. */
  withdraw(error: Error): void;
}

/** Members of the driver's query besides its promise. */
interface DriverQuery extends Promise<postgres.RowList<postgres.Row[]>> {
  /** Null until it is on the wire. */
  readonly state: object | null;
  /** True keeps the driver from putting it there. */
  cancelled: unknown;
  reject(error: Error): void;
}

/** An answer whose rows are not those that the server sent. */
export class BrokenAnswer extends Error {
  override readonly name = "BrokenAnswer";
}

/** An error as the driver gives it when there is no connection, so that callers answer 503. */
export function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
}

/**
 * One connection of the driver, postgres 3.4.9, and all that leans on its private members. What it does that a caller would not
 * expect, and what is done about it here:
 *
 * - It counts the rows of an answer for the connection and begins anew at `CommandComplete` alone (its issues 1119 and 1181): after a
 *   statement that was refused with rows on their way, the next answer begins with as many holes. Such answers are {@link BrokenAnswer}.
 * - It sends what it kept waiting on a new connection when one was lost (1154), and writes to a socket that is gone (1208), which ends
 *   the process: {@link DriverCall.withdraw} keeps statements from the wire.
 * - It keeps the reason that a server gives when it ends a connection: what ran there is told of a loss alone, and the first statement on
 *   the next connection is refused with it. Ours have no next one.
 * - It sends a statement again when it no longer fits its table, behind all that was sent meanwhile: forbidden.
 * - It connects for ever to a server that closes while it starts up, and reports nothing: no address gets a second socket.
 * - It asks for the types of arrays when it connects, and hears no loss meanwhile: switched off, the types are set.
 */
export class DriverConnection {
  readonly #client: postgres.Sql;

  /**
   * @param settings - settings of the session.
   * @param lost - is called when the connection is gone.
   */
  constructor(url: string, settings: Readonly<Record<string, string>>, lost: () => void) {
    this.#client = postgres(url, {
      max: 1,
      fetch_types: false,
      // Both would end a connection between the statements of a transaction; the pool does it when nobody uses it.
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 10,
      // Not among the driver's declared options.
      ...({ socket: withoutReturn(gatheringSockets(), lost) } as object),
      onnotice: () => {},
      onclose: lost,
      // 64-bit integers here are sequences and counts, always below 2^53.
      types: { bigint: { to: 20, from: [20], parse: (text: string) => Number(text), serialize: String } },
      connection: { application_name: "fabula", ...settings },
    });
    // Sets how the driver reads and writes values of the types that the product uses.
    drizzle(this.#client);
    setArrayTypes(this.#client.options);
  }

  /** Sends a statement behind those sent before; one with a name is parsed by the server once. */
  send(text: string, values: readonly unknown[], isNamed: boolean): DriverCall {
    const query = this.#client.unsafe(text, values as postgres.ParameterOrJSON<never>[], {
      prepare: isNamed,
    }) as unknown as DriverQuery;
    if (isNamed) forbidRepetition(query);
    return {
      answer: query.then(whole),
      withdraw: (error) => {
        if (query.state === null) query.cancelled = true;
        query.reject(error);
      },
    };
  }

  /** Closes the connection, after what is under way or after so many seconds. */
  async end(seconds: number): Promise<void> {
    await this.#client.end({ timeout: seconds }).catch(() => {});
  }
}

/**
 * Opens a socket to each address at most. The driver asks for more when the server closed one before it had let it in; for several
 * addresses it tells nobody of a refusal, so that `lost` is called here.
 */
function withoutReturn(open: ReturnType<typeof gatheringSockets>, lost: () => void): typeof open {
  let opened = 0;
  return (addresses) => {
    opened += 1;
    if (opened <= addresses.port.length) return open(addresses);
    lost();
    throw lostConnection("the database closed the connection while it began");
  };
}

/** Returns an answer as the server gave it: plain rows, with no hole, as many as it counted. */
function whole(result: postgres.RowList<postgres.Row[]>): DriverAnswer {
  const hasHoles = result.length > 0 && !(0 in result);
  const isCounted = typeof result.count === "number" && (result.columns?.length ?? 0) > 0;
  if (hasHoles || (isCounted && result.count !== result.length)) {
    throw new BrokenAnswer(`an answer has ${result.length} rows where the server counted ${result.count}`);
  }
  return { rows: result as unknown as Record<string, unknown>[], command: result.command };
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

/** Prototype of the queries that the driver does not repeat. */
let unrepeated: object | null = null;
