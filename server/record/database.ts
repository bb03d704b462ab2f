import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ConnectionPool } from "./pool.ts";

/** What runs SQL: a pool, or the transaction a read or write holds. */
export interface Db {
  execute<Row extends Record<string, unknown>>(query: SQL): Promise<Row[]>;
}

/** Connection pools of one process. Writes have their own, so that a queue of writers never delays a reader. */
export interface Database {
  readonly reads: Pool;
  readonly writes: Pool;
  close(): Promise<void>;
}

export interface Pool extends Db {
  /** Runs `work` in one transaction; `snapshot` sees one state of the database and may not write. */
  transaction<T>(mode: "snapshot" | "write", work: (db: Db) => Promise<T>): Promise<T>;
}

/**
 * Opens the pools of one process. Nothing connects before the first query. `direct` says that no pooler stands between:
 * the statements of writes, which are few and always the same, then have names. Those of reads have none, because a list
 * asks for plans that fit its values.
 */
export function openDatabase(
  url: string,
  options: { reads?: number; writes?: number; direct?: boolean } = {},
): Database {
  const reads: ConnectionPool & Pool = new ConnectionPool(url, options.reads ?? 12);
  const named = options.direct ?? false;
  const writes: ConnectionPool & Pool = new ConnectionPool(url, options.writes ?? 8, { named });
  return {
    reads,
    writes,
    close: async () => {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
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
