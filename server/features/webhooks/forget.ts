import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";
import { logsKeptFrom } from "../access/public.ts";

/** Deliveries removed at a time: some 50 ms. */
const AT_ONCE = 1_000;

/**
 * Removes deliveries that the plan of their workspace keeps no longer, with their attempts, so many at a time; answers whether
 * there may be more. What waits for an attempt stays. The events stay in the feed.
 *
 * @param now in milliseconds.
 */
export async function forgetOldDeliveries(db: Db, now: number): Promise<boolean> {
  const old = await db.execute<Columns<"project_heads", "project_id"> & Columns<"webhook_deliveries", "id">>(
    sql`DELETE FROM webhook_deliveries WHERE (project_id, id) IN (
          SELECT d.project_id, d.id FROM (${logsKeptFrom(now)}) k JOIN project_heads h ON h.workspace_id = k.workspace_id
          CROSS JOIN LATERAL (SELECT project_id, id FROM webhook_deliveries
            WHERE project_id = h.project_id AND created_at < k.kept_from AND due_at IS NULL
            ORDER BY created_at LIMIT ${AT_ONCE}) d
          LIMIT ${AT_ONCE})
        RETURNING project_id, id`,
  );
  // Attempts outlive their delivery by one step at most: a process that ends here leaves rows that the project's end removes.
  for (const [projectId, rows] of Map.groupBy(old, ({ project_id }) => project_id)) {
    const ids = sql.join(
      rows.map(({ id }) => sql`${id}`),
      sql`, `,
    );
    await db.execute(sql`DELETE FROM webhook_attempts WHERE project_id = ${projectId} AND delivery_id IN (${ids})`);
  }
  return old.length === AT_ONCE;
}
