import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import type { PassageVersion } from "./passage.ts";
import { byPlace } from "./read-outline.ts";

/** Chapters whose passages are read in one statement. */
const CHAPTERS_AT_ONCE = 10;

/** Reads the passages of chapters at a sequence, each chapter's in the order of reading, some chapters at a time. */
export async function* readPassages(
  db: Db,
  projectId: string,
  chapterIds: readonly string[],
  atSeq: number,
): AsyncGenerator<PassageVersion[], undefined, undefined> {
  for (let at = 0; at < chapterIds.length; at += CHAPTERS_AT_ONCE) {
    const ids = chapterIds.slice(at, at + CHAPTERS_AT_ONCE);
    const rows = await db.execute(
      sql`SELECT * FROM passage_versions
          WHERE project_id = ${projectId} AND chapter_id = ANY(${textArray(ids)}) AND ${holds(atSeq)}`,
    );
    const versions = rows.map((row) => toVersion<PassageVersion>(row, atSeq) as PassageVersion);
    const byChapter = Map.groupBy(versions, ({ chapter_id }) => chapter_id);
    for (const id of ids) yield byChapter.get(id)?.sort(byPlace) ?? [];
  }
}
