import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type { StoredNodeLists } from "#domain/keyed.ts";
import { nodeSearchForms } from "#domain/node-search.ts";

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
    await applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(new URL("migrations", import.meta.url)) });
    await fillSearchForms(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Rows filled by one statement. */
const CHUNK = 500;

/** Gives rows that are older than the column their search form, which PostgreSQL cannot make; there is an index of them. */
async function fillSearchForms(client: postgres.Sql): Promise<void> {
  for (;;) {
    const rows = await client<
      {
        project_id: string;
        id: string;
        valid_from_seq: string;
        title: string | null;
        text: string;
        speaker_label: string | null;
        tags: string[];
        branches: StoredNodeLists["branches"];
      }[]
    >`SELECT project_id, id, valid_from_seq, title, text, speaker_label, tags, branches
      FROM dialogue_node_versions WHERE more_search IS NULL LIMIT ${CHUNK}`;
    if (rows.length === 0) return;
    const filled = rows.map((row) => [row.project_id, row.id, row.valid_from_seq, nodeSearchForms(row).more_search]);
    await client`UPDATE dialogue_node_versions t SET more_search = f.form
      FROM unnest(${filled.map(([project]) => project ?? "")}::text[], ${filled.map(([, id]) => id ?? "")}::text[],
        ${filled.map(([, , seq]) => seq ?? "")}::bigint[], ${filled.map(([, , , form]) => form ?? "")}::text[])
        AS f(project_id, id, valid_from_seq, form)
      WHERE t.project_id = f.project_id AND t.id = f.id AND t.valid_from_seq = f.valid_from_seq`;
  }
}
