import { sql } from "drizzle-orm";
import type { StoryPlace } from "#domain/canon/world.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Reads where in the story passages happen, at a sequence or now; those that are gone are left out. */
export async function storyPlaces(
  db: Db,
  projectId: string,
  passageIds: readonly string[],
  atSeq: number | null,
): Promise<ReadonlyMap<string, StoryPlace>> {
  if (passageIds.length === 0) return new Map();
  const rows = await db.execute<StoryPlace & Record<string, unknown>>(
    sql`SELECT p.id AS passage_id, p.chapter_id, c.story_order AS "order" FROM passage_versions p
        JOIN chapter_versions c ON c.project_id = p.project_id AND c.id = p.chapter_id AND ${holds(atSeq, "c")}
        WHERE p.project_id = ${projectId} AND p.id = ANY(${textArray([...new Set(passageIds)])}) AND ${holds(atSeq, "p")}`,
  );
  return new Map(rows.map((place) => [place.passage_id, place]));
}

/** Reads the ids of the passages that chapters have at a sequence, or now. */
export async function passagesOfChapters(
  db: Db,
  { projectId, atSeq }: { readonly projectId: string; readonly atSeq: number | null },
  chapterIds: readonly string[],
): Promise<string[]> {
  if (chapterIds.length === 0) return [];
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM passage_versions WHERE project_id = ${projectId} AND chapter_id = ANY(${textArray(chapterIds)})
        AND ${holds(atSeq)}`,
  );
  return rows.map(({ id }) => id);
}
