import { type SQL, sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";

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

type Drizzle = PostgresJsDatabase<Record<string, never>>;
type Transaction = Parameters<Parameters<Drizzle["transaction"]>[0]>[0];

function wrap(runner: Drizzle | Transaction): Db {
  return {
    // The driver's result is an array with extras; rows come as plain objects with numbers for bigint.
    execute: async <Row extends Record<string, unknown>>(query: SQL) =>
      (await runner.execute(query)) as unknown as Row[],
  };
}

function openPool(url: string, max: number): { pool: Pool; close: () => Promise<void> } {
  const client = postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 10,
    onnotice: () => {},
    // 64-bit integers here are sequences and counts, always below 2^53.
    types: { bigint: { to: 20, from: [20], parse: (text: string) => Number(text), serialize: String } },
    connection: { application_name: "fabula" },
  });
  const db: Drizzle = drizzle(client);
  const pool: Pool = {
    ...wrap(db),
    transaction: (mode, work) =>
      db.transaction((tx) => work(wrap(tx)), {
        isolationLevel: mode === "snapshot" ? "repeatable read" : "read committed",
        accessMode: mode === "snapshot" ? "read only" : "read write",
      }),
  };
  return { pool, close: () => client.end({ timeout: 5 }) };
}

/** Opens the pools of one process. Nothing connects before the first query. */
export function openDatabase(url: string, sizes: { reads?: number; writes?: number } = {}): Database {
  const reads = openPool(url, sizes.reads ?? 12);
  const writes = openPool(url, sizes.writes ?? 8);
  return {
    reads: reads.pool,
    writes: writes.pool,
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
