import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Caller } from "../../kernel/scope.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";

/** Returns a subquery of the ids of the projects that a caller may see and that are not archived. */
export function visibleProjects({ workspaceId, modes, projectIds }: Caller): SQL {
  const listed = projectIds === null ? sql`` : sql`AND project_id = ANY(${textArray(projectIds)})`;
  return sql`SELECT project_id FROM project_heads WHERE workspace_id = ${workspaceId}
    AND mode = ANY(${textArray(modes)}) AND deleted_at IS NULL AND NOT archived ${listed}`;
}

/** Reads the names of some projects. */
export async function projectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<Columns<"project_versions", "project_id" | "name">>(
    sql`SELECT project_id, name FROM project_versions WHERE project_id = ANY(${textArray([...new Set(ids)])}) AND ${isCurrent}`,
  );
  return new Map(rows.map(({ project_id, name }) => [project_id, name]));
}
