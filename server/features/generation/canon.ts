import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";

/** Maximum number of changes that are returned. */
const TOLD = 20;

/**
 * Reads the changes of some subjects after one sequence and up to another: their own events, and those of the facts
 * about them. Events of generation itself are left out.
 */
export async function changedSubjects(
  db: Db,
  projectId: string,
  { after, to, subjects }: { after: number; to: number; subjects: readonly string[] },
): Promise<JsonObject[]> {
  if (subjects.length === 0 || to <= after) return [];
  const rows = await db.execute<Columns<"events", "seq" | "kind" | "subject_id">>(
    sql`SELECT seq, kind, subject_id FROM events WHERE project_id = ${projectId} AND seq > ${after} AND seq <= ${to}
          AND subject_type <> 'session'
          AND (subject_id = ANY(${textArray(subjects)}) OR change -> 'set' -> '' ->> 'subject_id' = ANY(${textArray(subjects)}))
        ORDER BY seq LIMIT ${TOLD}`,
  );
  return rows.map(({ seq, kind, subject_id }) => ({ seq: Number(seq), kind, subject_id }));
}
