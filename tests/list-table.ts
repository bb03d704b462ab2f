import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Database, type Db, jsonb } from "#server/record/database.ts";

/** A version as the tests store it. */
export interface ListRow {
  id: string;
  valid_from_seq: number;
  valid_to_seq: number;
  created_seq: number;
  name: string;
  parent_id: string | null;
  properties: unknown;
}

/**
 * Creates a small version table that belongs to no resource, with the indexes lists rely on or with the one for
 * properties alone, and answers its name.
 */
export async function createListTable(database: Database, indexes: "all" | "properties" = "all"): Promise<string> {
  const name = `list_test_${randomBytes(6).toString("hex")}`;
  const table = sql.identifier(name);
  const current = sql.raw("WHERE valid_to_seq = 9007199254740991");
  await database.writes.transaction("write", async (db) => {
    await db.execute(sql`CREATE EXTENSION IF NOT EXISTS btree_gin`);
    await db.execute(sql`CREATE TABLE ${table} (
      project_id text NOT NULL, id text COLLATE "C" NOT NULL, valid_from_seq bigint NOT NULL,
      valid_to_seq bigint NOT NULL, created_seq bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(), name text COLLATE "C" NOT NULL, parent_id text COLLATE "C",
      properties jsonb NOT NULL)`);
    await db.execute(sql`CREATE INDEX ON ${table} USING gin (project_id, properties jsonb_path_ops) ${current}`);
    if (indexes === "properties") return;
    await db.execute(sql`ALTER TABLE ${table} ADD PRIMARY KEY (project_id, id, valid_from_seq)`);
    await db.execute(sql`CREATE UNIQUE INDEX ON ${table} (project_id, id) ${current}`);
    await db.execute(sql`CREATE INDEX ON ${table} (project_id, created_seq, id) ${current}`);
    await db.execute(sql`CREATE INDEX ON ${table} (project_id, name, id) ${current}`);
    await db.execute(sql`CREATE INDEX ON ${table} (project_id, created_seq, id, valid_from_seq, valid_to_seq)`);
  });
  return name;
}

/** Replaces what a project has in the table. */
export async function fillListTable(db: Db, table: string, projectId: string, rows: readonly ListRow[]): Promise<void> {
  await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${projectId}`);
  await db.execute(sql`INSERT INTO ${sql.identifier(table)}
      (project_id, id, valid_from_seq, valid_to_seq, created_seq, name, parent_id, properties)
    SELECT ${projectId}, r.* FROM jsonb_to_recordset(${jsonb(rows)}) AS r(id text, valid_from_seq bigint,
      valid_to_seq bigint, created_seq bigint, name text, parent_id text, properties jsonb)`);
}
