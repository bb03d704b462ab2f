import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { TableRows } from "#drizzle/tables.ts";
import { BrokenAnswer } from "./driver.ts";
import type { Loans } from "./loans.ts";
import { ConnectionPool } from "./pool.ts";
import { POOL_SIZES } from "./pool-sizes.ts";
import type { Statement } from "./statement.ts";
import { WITHOUT_END } from "./time-limits.ts";

/**
 * Row of a raw statement that selects columns of a table under their own names, so that a column renamed in the schema is a compile
 * error here. A narrower type, or a computed column, stands beside it: `Columns<"api_keys", "id" | "mode"> & { mode: Mode }`.
 */
export type Columns<Name extends keyof TableRows, Column extends keyof TableRows[Name]> = Pick<TableRows[Name], Column>;

/** Executor of SQL: a pool, or the transaction of a read or write. */
export interface Db {
  execute<Row extends Record<string, unknown>>(query: SQL | Statement): Promise<Row[]>;
}

/** A transaction that may commit together with its last statements. */
export interface TransactionDb extends Db {
  /**
   * Sends the last statements with COMMIT behind them, without waiting, and answers their rows once it is committed. Nothing
   * can be sent afterwards.
   *
   * @throws Error what the first statement was refused with; then nothing of the transaction is written.
   */
  finish(queries: readonly (SQL | Statement)[]): Promise<Record<string, unknown>[][]>;
}

/** Connection pools of one process. Writes have their own, so that a queue of writers never delays a reader. */
export interface Database {
  readonly reads: Pool;
  readonly writes: Pool;
  close(): Promise<void>;
}

/** A pool that tells of its connections and transactions. */
export interface WatchedPool extends Pool {
  /** Connections that are lent, each to a transaction or to statements that share it. */
  readonly loans: Pick<Loans, "running">;
  /** Number of refusals by class of SQLSTATE, such as `57`. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Connections that are lent, and callers that wait for one. */
  readonly turnsTaken: { readonly lent: number; readonly waiting: number };
}

/** Pools that were opened here. */
export interface OpenedDatabase extends Database {
  readonly reads: WatchedPool;
  readonly writes: WatchedPool;
}

export interface Pool extends Db {
  /**
   * Runs `work` in one transaction; `snapshot` sees one state of the database and may not write. `long` gives work that is
   * known to be large more time.
   */
  transaction<T>(
    mode: "snapshot" | "write",
    work: (db: TransactionDb) => Promise<T>,
    options?: { long?: boolean },
  ): Promise<T>;
}

/**
 * Opens the pools of one process. Nothing connects before the first query. `direct` says that no pooler stands between:
 * statements that come back then have names, apart from lists, which ask for plans that fit their values. `unlimited` is for
 * jobs that a person started and can end.
 */
export function openDatabase(
  url: string,
  options: { reads?: number; writes?: number; direct?: boolean; unlimited?: boolean } = {},
): OpenedDatabase {
  const shared = { direct: options.direct ?? false, ...(options.unlimited === true && { limits: WITHOUT_END }) };
  const reads: ConnectionPool & WatchedPool = new ConnectionPool(url, options.reads ?? POOL_SIZES.reads, shared);
  const writes: ConnectionPool & WatchedPool = new ConnectionPool(url, options.writes ?? POOL_SIZES.writes, {
    ...shared,
    remembers: true,
  });
  return {
    reads,
    writes,
    close: async () => {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
}

/**
 * Returns the row of a look-up by which somebody is allowed or refused something; null where the database found none.
 *
 * @throws {@link BrokenAnswer} for an answer whose row is not there: it says nothing of whether there is one.
 */
export function foundRow<Row extends object>(rows: readonly Row[]): Row | null {
  const [row] = rows;
  if (row === undefined && rows.length > 0) throw new BrokenAnswer("the row that a look-up found is not there");
  return row ?? null;
}

/** JSON as a parameter: text cast to jsonb, because the driver's own JSON handling is switched off under Drizzle. */
export function jsonb(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** A text array parameter. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}

/** Equality with one of some values; the usual single one is a statement that the server remembers. */
export function isOneOf(column: SQLWrapper, values: readonly string[]): SQL {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = ANY(${textArray(values)})`;
}
