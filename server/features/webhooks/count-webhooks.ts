import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** How many webhooks a workspace has in its projects of both modes, switched on or off, without what is deleted. */
export async function countWebhooks(db: Db, workspaceId: string): Promise<{ used: number }> {
  const [row] = await db.execute<{ used: number }>(
    sql`SELECT count(*) AS used FROM project_heads h JOIN webhook_versions v ON v.project_id = h.project_id
        WHERE h.workspace_id = ${workspaceId} AND h.deleted_at IS NULL AND ${holds(null, "v")}`,
  );
  return { used: row?.used ?? 0 };
}
