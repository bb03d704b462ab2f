import { sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { MAX_PASSAGES, type PassageVersion } from "./passage.ts";
import { byPlace } from "./read-outline.ts";

/** Passages that are read in one statement, as many as one chapter may have: of the longest ones 10 MiB. */
const AT_ONCE = MAX_PASSAGES;

/** Chapter whose passages are read. */
interface SizedChapter {
  readonly id: string;
  /** Number of its passages; the most that it may have where that is not known. */
  readonly passages?: number;
}

/** Reads the passages of chapters at a sequence, each chapter's in the order of reading, short chapters together. */
export async function* readPassages(
  db: Db,
  projectId: string,
  chapters: readonly SizedChapter[],
  atSeq: number,
): AsyncGenerator<PassageVersion[], undefined, undefined> {
  for (const ids of pagesOf(chapters)) {
    const rows = await db.execute(
      sql`SELECT * FROM passage_versions
          WHERE project_id = ${projectId} AND chapter_id = ANY(${textArray(ids)}) AND ${holds(atSeq)}`,
    );
    const versions = rows.map((row) => toVersion<PassageVersion>(row, atSeq) as PassageVersion);
    const byChapter = Map.groupBy(versions, ({ chapter_id }) => chapter_id);
    for (const id of ids) yield byChapter.get(id)?.sort(byPlace) ?? [];
  }
}

/** Ids of chapters, as many together as are read at once. */
function pagesOf(chapters: readonly SizedChapter[]): string[][] {
  const pages: string[][] = [];
  let left = 0;
  for (const { id, passages = AT_ONCE } of chapters) {
    const page = pages.at(-1);
    if (page === undefined || passages > left) {
      pages.push([id]);
      left = AT_ONCE;
    } else page.push(id);
    left -= passages;
  }
  return pages;
}
