import { sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import type { ProjectRef } from "../../operation/context.ts";
import type { Columns, Db } from "../../record/database.ts";

/** Finds a project for work beside requests; null for one that was deleted or is archived. */
export async function findProject(db: Db, id: string): Promise<ProjectRef | null> {
  const [row] = await db.execute<Columns<"project_heads", "workspace_id" | "last_seq"> & { mode: Mode }>(
    sql`SELECT workspace_id, mode, last_seq FROM project_heads WHERE project_id = ${id} AND deleted_at IS NULL AND NOT archived`,
  );
  if (row === undefined) return null;
  return { id, workspaceId: row.workspace_id, mode: row.mode, lastSeq: Number(row.last_seq), deletedAt: null };
}
