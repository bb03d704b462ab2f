import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { fillSearchForms } from "./fill-search-forms.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { runOnline } from "./online-statements.ts";
import { refoldSearchForms } from "./refold-search-forms.ts";

/** Key of the advisory lock under which one process migrates while others wait. */
const MIGRATION_LOCK = 7_302_115;
/** Interval at which a waiting process asks for the lock, in milliseconds. */
const ASK_EVERY_MS = 100;

/** Work that only TypeScript can do, by the migration that relies on it: it is done before that one. */
const BEFORE: Readonly<Record<string, (client: postgres.Sql) => Promise<void>>> = {
  "0041_node_indexes": fillSearchForms,
  "0045_search_folding": refoldSearchForms,
};

/** The migrations of the product. */
export const MIGRATIONS = fileURLToPath(new URL("migrations", import.meta.url));

/**
 * Brings a database to this version's schema. Safe to run from several processes at once and at every start, and to run
 * again after a run that was killed. Needs a direct connection: the lock belongs to a session, which a transaction-pooling
 * proxy does not keep.
 *
 * Migrations that follow each other are one transaction. One that builds or drops indexes concurrently is none: its
 * statements run one by one beside the writers of the tables, and a run that was killed goes on behind those that are done.
 *
 * @param afterwards installs what other packages keep in the database, under the same lock.
 */
export async function migrate(
  directUrl: string,
  { folder = MIGRATIONS, afterwards }: { folder?: string; afterwards?: (client: postgres.Sql) => Promise<void> } = {},
): Promise<void> {
  const client = postgres(directUrl, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  try {
    await takeLock(client);
    await client`CREATE EXTENSION IF NOT EXISTS btree_gin`;
    await client`CREATE EXTENSION IF NOT EXISTS pg_trgm`;
    await client`CREATE SCHEMA IF NOT EXISTS drizzle`;
    await client`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
    const [last] = await client<{ created_at: string }[]>`
      SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1`;
    const due = readMigrations(folder).filter(({ when }) => last === undefined || when > Number(last.created_at));
    for (let at = 0; at < due.length; ) at += await apply(client, due.slice(at));
    await afterwards?.(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * Takes the lock without waiting for it within a statement: a statement that waits has a snapshot, for whose end the
 * concurrent build of an index by the process that has the lock would wait in turn.
 */
async function takeLock(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [answer] = await client<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`;
    if (answer?.taken) return;
    await pause(ASK_EVERY_MS);
  }
}

/** Applies the first of the migrations that are due, with those that go into the same transaction; returns how many. */
async function apply(client: postgres.Sql, due: readonly Migration[]): Promise<number> {
  const [first] = due;
  if (first === undefined) return 0;
  await BEFORE[first.tag]?.(client);
  if (first.isOnline) {
    for (const statement of first.statements) await runOnline(client, statement);
    await note(client, first);
    return 1;
  }
  const end = due.findIndex(({ tag, isOnline }, at) => at > 0 && (isOnline || tag in BEFORE));
  const together = due.slice(0, end === -1 ? due.length : end);
  await client.begin(async (tx) => {
    for (const migration of together) {
      for (const statement of migration.statements) await tx.unsafe(statement);
      await note(tx, migration);
    }
  });
  return together.length;
}

async function note(client: postgres.Sql | postgres.TransactionSql, { hash, when }: Migration): Promise<void> {
  await client`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${when})`;
}
