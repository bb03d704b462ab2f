import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";

/** How many projects a workspace has, and how it has grown. */
export interface ProjectCount {
  /** Of both modes, without those that are deleted. */
  readonly used: number;
  /** Those of them that were made within the last 30 days. */
  readonly recent: number;
}

/** Counts the projects of a workspace. `now` in milliseconds. */
export async function countProjects(db: Db, workspaceId: string, now: number): Promise<ProjectCount> {
  const [row] = await db.execute<{ used: string; recent: string }>(
    sql`SELECT count(*) AS used,
          count(*) FILTER (WHERE created_at > ${new Date(now).toISOString()}::timestamptz - interval '30 days') AS recent
        FROM project_heads WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL`,
  );
  return { used: Number(row?.used ?? 0), recent: Number(row?.recent ?? 0) };
}
