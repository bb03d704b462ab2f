import { sql } from "drizzle-orm";
import type { Columns, Db } from "../../record/database.ts";

/**
 * Sessions of a project that asked for a provider key, or were last answered or refused with it, and are not over: the oldest
 * first. Without the key they come to wait for a person.
 */
export async function sessionsUsing(db: Db, projectId: string, keyId: string): Promise<string[]> {
  const rows = await db.execute<Columns<"session_work", "id">>(
    sql`SELECT w.id FROM session_work w
        JOIN session_versions v ON v.project_id = w.project_id AND v.id = w.id AND v.valid_to_seq = 9007199254740991
        WHERE w.project_id = ${projectId} AND w.finished_at IS NULL
          AND (v.key_id = ${keyId} OR (SELECT c.key_id FROM session_calls c
            WHERE c.project_id = ${projectId} AND c.session_id = w.id ORDER BY c.number DESC LIMIT 1) = ${keyId})
        ORDER BY w.created_at, w.id`,
  );
  return rows.map(({ id }) => id);
}
