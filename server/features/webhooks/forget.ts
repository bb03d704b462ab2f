import { sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { logsKeptFrom } from "../access/public.ts";

/** Projects looked for at a time. */
const PROJECTS = 100;
/** Deliveries removed at a time: some 50 ms. */
const AT_ONCE = 1_000;

/**
 * Removes deliveries that the plan of their workspace keeps no longer, with their attempts, so many at a time; answers whether
 * there may be more. What waits for an attempt stays. The events stay in the feed.
 *
 * @param now in milliseconds.
 */
export async function forgetOldDeliveries(db: Db, now: number): Promise<boolean> {
  const projects = await db.execute<Columns<"project_heads", "project_id"> & { kept_from: string }>(
    sql`SELECT h.project_id, k.kept_from FROM project_heads h JOIN (${logsKeptFrom(now)}) k ON k.workspace_id = h.workspace_id
        WHERE EXISTS (SELECT FROM webhook_deliveries d
          WHERE d.project_id = h.project_id AND d.created_at < k.kept_from AND d.due_at IS NULL) LIMIT ${PROJECTS}`,
  );
  let removed = 0;
  for (const { project_id: projectId, kept_from: keptFrom } of projects) {
    if (removed >= AT_ONCE) return true;
    removed += await removePage(db, projectId, keptFrom, AT_ONCE - removed);
  }
  return removed >= AT_ONCE || projects.length === PROJECTS;
}

/** Removes the oldest deliveries of a project with their attempts; returns how many. */
async function removePage(db: Db, projectId: string, keptFrom: string, limit: number): Promise<number> {
  const old = await db.execute<Columns<"webhook_deliveries", "id">>(
    sql`DELETE FROM webhook_deliveries WHERE project_id = ${projectId} AND id IN (SELECT id FROM webhook_deliveries
          WHERE project_id = ${projectId} AND created_at < ${keptFrom}::timestamptz AND due_at IS NULL
          ORDER BY created_at LIMIT ${limit}) RETURNING id`,
  );
  if (old.length === 0) return 0;
  // Attempts outlive their delivery by one step at most: a process that ends here leaves rows that the project's end removes.
  const ids = textArray(old.map(({ id }) => id));
  await db.execute(sql`DELETE FROM webhook_attempts WHERE project_id = ${projectId} AND delivery_id = ANY(${ids})`);
  return old.length;
}
