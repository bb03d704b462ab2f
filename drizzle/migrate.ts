import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { installJobs } from "#server/jobs/install.ts";
import { fillSearchForms } from "./fill-search-forms.ts";

/** Key of the advisory lock under which one process migrates while others wait. */
const MIGRATION_LOCK = 7_302_115;

/**
 * Brings a database to this version's schema. Safe to run from several processes at once and at every start. Needs a
 * direct connection: the lock belongs to a session, which a transaction-pooling proxy does not keep.
 */
export async function migrate(directUrl: string): Promise<void> {
  const client = postgres(directUrl, { max: 1, onnotice: () => {} });
  try {
    await client`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await client`CREATE EXTENSION IF NOT EXISTS btree_gin`;
    await client`CREATE EXTENSION IF NOT EXISTS pg_trgm`;
    await applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(new URL("migrations", import.meta.url)) });
    await installJobs(client);
    await fillSearchForms(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}
