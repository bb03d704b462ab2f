import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { quoted } from "#server/postgres/connection.ts";
import type { Db } from "#server/record/database.ts";

/** Names of all tables of a database, those of the job queue too. */
export async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.execute<{ schema: string; name: string }>(
    sql`SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' ORDER BY 1, 2`,
  );
  return tables.map(({ schema, name }) => `${quoted(schema)}.${quoted(name)}`);
}

/** Names of the tables with a row in which these words are, in whatever case. */
export async function tablesWith(db: Db, words: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesOf(db)) {
    const rows = await db.execute(
      sql`SELECT 1 FROM ${sql.raw(table)} t WHERE strpos(lower(to_jsonb(t)::text), ${words.toLowerCase()}) > 0 LIMIT 1`,
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Paths of the files in a folder in which these words are, byte by byte; none where there is no such folder. */
export function filesWith(folder: string, words: string): string[] {
  if (!existsSync(folder)) return [];
  const bytes = Buffer.from(words);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path) && readFileSync(path).includes(bytes))
    .map((path) => path.slice(folder.length + 1))
    .sort();
}
