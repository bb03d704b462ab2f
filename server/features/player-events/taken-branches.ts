import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";

/** Reads the branches that players took most, with their dialogues, as they are counted now. */
export async function takenBranches(
  db: Db,
  projectId: string,
  most: number,
): Promise<{ readonly id: string; readonly graph_id: string; readonly events: number }[]> {
  const rows = await db.execute<{ id: string; graph_id: string; events: number }>(
    sql`SELECT subject_id AS id, graph_id, sum(events)::int AS events FROM player_event_counts
        WHERE project_id = ${projectId} AND subject = 'branch'
        GROUP BY subject_id, graph_id HAVING sum(events) > 0
        ORDER BY sum(events) DESC, subject_id LIMIT ${most}`,
  );
  return rows.map(({ id, graph_id, events }) => ({ id, graph_id, events }));
}
