import { sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import type { ProjectRef } from "../../operation/context.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";

/** Finds the workspaces and modes of projects that are not deleted. */
export async function findHomes(db: Db, projectIds: readonly string[]): Promise<Map<string, ProjectRef>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db.execute<Columns<"project_heads", "project_id" | "workspace_id" | "last_seq"> & { mode: Mode }>(
    sql`SELECT project_id, workspace_id, mode, last_seq FROM project_heads
        WHERE project_id = ANY(${textArray(projectIds)}) AND deleted_at IS NULL AND mode IN ('test', 'live')`,
  );
  return new Map(
    rows.map(({ project_id: id, workspace_id: workspaceId, mode, last_seq: lastSeq }) => [
      id,
      { id, workspaceId, mode, lastSeq, deletedAt: null },
    ]),
  );
}
