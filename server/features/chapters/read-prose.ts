import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { chapter } from "./chapter.ts";

/** Characters that are read at most, as soon as they are passed: more than twenty novels. */
const MOST_CHARACTERS = 16 * 1_048_576;
/** Passages of a page: of the longest ones 10 MiB. */
const AT_ONCE = 500;

/** Prose of a passage. */
interface PassageProse {
  readonly passage_id: string;
  readonly text: string;
}

/** Prose of some passages, and whether there is more than was read. */
interface ReadProse {
  readonly passages: readonly PassageProse[];
  readonly isCut: boolean;
}

/** Reads the prose of one chapter, or of all that are not archived, as it is now; null for a chapter that is not there. */
export async function readProseOf(db: Db, projectId: string, chapterId: string | null): Promise<ReadProse | null> {
  if (chapterId !== null && (await findVersion(db, chapter.resource, projectId, chapterId, null)) === null) return null;
  const which = chapterId === null ? sql`c.status <> 'archived'` : sql`c.id = ${chapterId}`;
  const passages: PassageProse[] = [];
  let characters = 0;
  for (let after: readonly [string, string, string] = ["", "", ""]; ; ) {
    const rows = await db.execute<{ passage_id: string; chapter_id: string; order_key: string; text: string }>(
      sql`SELECT p.id AS passage_id, p.chapter_id, p.order_key, p.text FROM passage_versions p JOIN chapter_versions c
            ON c.project_id = ${projectId} AND c.id = p.chapter_id AND ${holds(null, "c")}
          WHERE p.project_id = ${projectId} AND ${holds(null, "p")} AND p.kind = 'prose' AND ${which}
            AND (p.chapter_id COLLATE "C", p.order_key COLLATE "C", p.id COLLATE "C") > (${after[0]}, ${after[1]}, ${after[2]})
          ORDER BY p.chapter_id COLLATE "C", p.order_key COLLATE "C", p.id COLLATE "C" LIMIT ${AT_ONCE}`,
    );
    for (const { passage_id, text } of rows) {
      passages.push({ passage_id, text });
      characters += text.length;
    }
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || last === undefined) return { passages, isCut: false };
    if (characters > MOST_CHARACTERS) return { passages, isCut: true };
    after = [last.chapter_id, last.order_key, last.passage_id];
  }
}
