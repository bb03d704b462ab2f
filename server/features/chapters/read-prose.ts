import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { chapter } from "./chapter.ts";

/** Passages that are read at most. */
const MOST = 20_000;

/** Prose of a passage. */
interface PassageProse {
  readonly passage_id: string;
  readonly text: string;
}

/** Reads the prose of one chapter, or of all that are not archived, as it is now; null for a chapter that is not there. */
export async function readProseOf(db: Db, projectId: string, chapterId: string | null): Promise<PassageProse[] | null> {
  if (chapterId !== null && (await findVersion(db, chapter.resource, projectId, chapterId, null)) === null) return null;
  const which = chapterId === null ? sql`c.status <> 'archived'` : sql`c.id = ${chapterId}`;
  const rows = await db.execute<{ passage_id: string; text: string }>(
    sql`SELECT p.id AS passage_id, p.text FROM passage_versions p JOIN chapter_versions c
          ON c.project_id = ${projectId} AND c.id = p.chapter_id AND ${holds(null, "c")}
        WHERE p.project_id = ${projectId} AND ${holds(null, "p")} AND p.kind = 'prose' AND ${which}
        ORDER BY p.chapter_id, p.order_key COLLATE "C", p.id COLLATE "C" LIMIT ${MOST}`,
  );
  return rows.map(({ passage_id, text }) => ({ passage_id, text }));
}
