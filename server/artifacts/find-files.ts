import { sql } from "drizzle-orm";
import { type Db, textArray } from "../record/database.ts";
import type { Artifact } from "./artifact.ts";

/** Columns of a file. */
export const COLUMNS = sql.raw("project_id, sha256, object, bytes, media_type, is_quarantined");

/** Files of a project, by their hashes; those that the project has not are left out. */
export async function findFiles(db: Db, projectId: string, hashes: readonly string[]): Promise<Artifact[]> {
  if (hashes.length === 0) return [];
  return db.execute<Artifact>(
    sql`SELECT ${COLUMNS} FROM artifacts WHERE project_id = ${projectId} AND sha256 = ANY(${textArray([...hashes])})`,
  );
}
