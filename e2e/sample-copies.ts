import { sql } from "drizzle-orm";
import { ID_PREFIXES, newId } from "#server/kernel/ids.ts";
import type { Db } from "#server/record/database.ts";

/** A project and the workspace it lies in. */
interface HomeOfProject {
  readonly project: string;
  readonly workspace: string;
}

/** A table with rows of a project, and its columns that are stored as they are given. */
interface ProjectTable extends Record<string, unknown> {
  readonly name: string;
  readonly columns: string;
  readonly values: string;
}

/** Names every table that has rows of the project. */
export async function tablesOf(db: Db, { project }: HomeOfProject): Promise<readonly ProjectTable[]> {
  const tables = await db.execute<ProjectTable>(sql`
    SELECT c.table_name AS name,
      string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS columns,
      string_agg('copy.' || quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS values
    FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND c.table_name IN (
      SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'project_id'
    )
    GROUP BY c.table_name ORDER BY c.table_name`);
  const filled: ProjectTable[] = [];
  for (const table of tables) {
    const [row] = await db.execute(
      sql`SELECT 1 FROM ${sql.identifier(table.name)} WHERE project_id = ${project} LIMIT 1`,
    );
    if (row !== undefined) filled.push(table);
  }
  return filled;
}

/**
 * Copies every row of a project into another workspace and answers the id of the copy, inside the caller's transaction. Ids within a
 * project stay: the project's own leads every key. To write the
 * sample through the operations takes 0.15 s of processor time, a copy 0.01 s.
 */
export async function copyProject(
  db: Db,
  tables: readonly ProjectTable[],
  from: HomeOfProject,
  workspace: string,
): Promise<string> {
  const project = newId(ID_PREFIXES.project);
  for (const { name, columns, values } of tables) {
    const table = sql.identifier(name);
    await db.execute(sql`
      INSERT INTO ${table} (${sql.raw(columns)})
      SELECT ${sql.raw(values)} FROM ${table} AS original, jsonb_populate_record(NULL::${table}, replace(replace(
        to_jsonb(original)::text, ${from.project}, ${project}), ${from.workspace}, ${workspace})::jsonb) AS copy
      WHERE original.project_id = ${from.project}`);
  }
  return project;
}
