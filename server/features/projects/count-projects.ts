import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";

/** Number of a workspace's projects, and of those made recently. */
export interface ProjectCount {
  /** Number of projects of both modes, without deleted ones. */
  readonly used: number;
  /** Number of those projects that were made within the last 30 days. */
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
