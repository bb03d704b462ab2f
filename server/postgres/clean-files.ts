import { setTimeout as pause } from "node:timers/promises";
import { StartProblem } from "../kernel/start-problem.ts";
import { type Connection, connect, quoted } from "./connection.ts";

/** Time that transactions which began before have to end, in milliseconds. */
const PATIENCE_MS = 60_000;
const POLL_MS = 200;
/** State of PostgreSQL for what a role may not do. */
const INSUFFICIENT_PRIVILEGE = "42501";

/** Parts of a database's files that were written anew. */
export interface CleaningReport {
  readonly tables: number;
  /** Bytes of these tables with their indexes, before and after. */
  readonly before: number;
  readonly after: number;
  /** Whether the samples of values were, that PostgreSQL keeps for its plans. */
  readonly samples: boolean;
  /** Segments of the write-ahead log that were overwritten; null where the role may not do so. */
  readonly segments: number | null;
}

/**
 * Removes what was deleted from the files of a database. PostgreSQL marks deleted rows as free space and leaves their bytes there, after an
 * ordinary VACUUM too; segments of its log are used again with what is in them. So tables are written anew, with their indexes and the
 * samples of their values, and the log is filled until no old segment is left. Each table is locked while it is written.
 *
 * @param directUrl past any pooler: these statements run in no transaction.
 * @param untouched names of tables from which nothing is deleted, such as those of the record.
 * @throws StartProblem where a transaction does not end that may still see what was deleted.
 */
export async function cleanFiles(directUrl: string, untouched: readonly string[]): Promise<CleaningReport> {
  const sql = connect(directUrl, undefined, { statement_timeout: "0", lock_timeout: "0" });
  try {
    await awaitOlderTransactions(sql);
    const names = await tablesBut(sql, untouched);
    const before = await sizeOf(sql, names);
    for (const name of names) await sql.unsafe(`VACUUM (FULL, ANALYZE) ${name}`);
    const samples = await mayRewriteCatalogue(sql);
    if (samples) await sql.unsafe("VACUUM (FULL) pg_catalog.pg_statistic");
    const segments = await overwriteLog(sql);
    return { tables: names.length, before, after: await sizeOf(sql, names), samples, segments };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Names of the tables that this role may write anew. */
async function tablesBut(sql: Connection, untouched: readonly string[]): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND pg_has_role(c.relowner, 'MEMBER') ORDER BY 1, 2`;
  return tables
    .filter(({ name }) => !untouched.includes(name))
    .map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`);
}

/** Waits until every transaction is over that began before: what it may see is written anew as well. */
async function awaitOlderTransactions(sql: Connection): Promise<void> {
  const [begun] = await sql<{ at: string }[]>`SELECT clock_timestamp()::text AS at`;
  const from = performance.now();
  for (;;) {
    const [oldest] = await sql<{ since: string; user: string | null }[]>`
      SELECT xact_start::text AS since, usename::text AS user FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < ${begun?.at ?? ""}::timestamptz
      ORDER BY xact_start LIMIT 1`;
    if (oldest === undefined) return;
    if (performance.now() - from > PATIENCE_MS) {
      throw new StartProblem(
        `A transaction of ${oldest.user ?? "the server"} that began at ${oldest.since} may still see what was deleted: end it, and try again.`,
      );
    }
    await pause(POLL_MS);
  }
}

async function sizeOf(sql: Connection, names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    const [size] = await sql<
      { bytes: string }[]
    >`SELECT pg_total_relation_size(${name}::text::regclass)::text AS bytes`;
    bytes += Number(size?.bytes ?? 0);
  }
  return bytes;
}

/** Whether this role may rewrite a table of the catalogue: PostgreSQL passes over it otherwise, with a warning. */
async function mayRewriteCatalogue(sql: Connection): Promise<boolean> {
  const [role] = await sql<{ may: boolean }[]>`
    SELECT pg_has_role(datdba, 'MEMBER') AS may FROM pg_database WHERE datname = current_database()`;
  return role?.may ?? false;
}

/**
 * Fills the write-ahead log. At a checkpoint the segments before it become those that are written next, with their old bytes: as many as
 * there are then are switched through, each of which PostgreSQL fills with zeros.
 */
async function overwriteLog(sql: Connection): Promise<number | null> {
  try {
    await switchSegment(sql);
    await sql.unsafe("CHECKPOINT");
    const [log] = await sql<{ segments: number }[]>`
      SELECT count(*)::int AS segments FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`;
    const segments = log?.segments ?? 0;
    for (let segment = 0; segment < segments; segment += 1) await switchSegment(sql);
    await sql.unsafe("CHECKPOINT");
    return segments;
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
}

/** Ends a segment of the log behind a record of its own: an empty one is not ended. */
async function switchSegment(sql: Connection): Promise<void> {
  await sql.unsafe("SELECT pg_logical_emit_message(false, 'fabula', '')");
  await sql.unsafe("SELECT pg_switch_wal()");
}
