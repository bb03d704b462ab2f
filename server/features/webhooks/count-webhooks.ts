import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/**
 * Counts the webhooks that a workspace has in its projects of both modes, active or not, without deleted ones; and
 * those of them made within the 30 days before `now`, in milliseconds.
 */
export async function countWebhooks(
  db: Db,
  workspaceId: string,
  now: number,
): Promise<{ used: number; recent: number }> {
  const since = sql`${new Date(now).toISOString()}::timestamptz - interval '30 days'`;
  const [row] = await db.execute<{ used: string; recent: string }>(
    sql`SELECT count(*) AS used, count(*) FILTER (WHERE v.created_at > ${since}) AS recent FROM project_heads h JOIN webhook_versions v ON v.project_id = h.project_id
        WHERE h.workspace_id = ${workspaceId} AND h.deleted_at IS NULL AND ${holds(null, "v")}`,
  );
  return { used: Number(row?.used ?? 0), recent: Number(row?.recent ?? 0) };
}
