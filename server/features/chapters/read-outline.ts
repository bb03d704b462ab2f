import { sql } from "drizzle-orm";
import type { actFields } from "#drizzle/schema/chapters.ts";
import { isoMoment } from "../../kernel/clock.ts";
import type { StateOf } from "../../kernel/field.ts";
import type { Db } from "../../record/database.ts";
import type { Version } from "../../record/resource.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { act } from "./act.ts";
import { type ChapterVersion, chapter } from "./chapter.ts";

export type ActVersion = Version<StateOf<typeof actFields>>;

/** A chapter in its place in the book. */
export interface OutlinedChapter {
  readonly version: ChapterVersion;
  /** Act that it is in; null outside of acts. */
  readonly act: ActVersion | null;
  /** Words of its prose. */
  readonly words: number;
  readonly passages: number;
}

/** Acts and chapters of a book, each in the order in which they are read. */
export interface Outline {
  readonly acts: readonly ActVersion[];
  readonly chapters: readonly OutlinedChapter[];
  /** Time of the last change of a passage that it has (RFC 3339, UTC); null without any. */
  readonly textChangedAt: string | null;
}

/** Reads the acts and chapters of a project at a sequence, in the order in which they are read: in three statements. */
export async function readOutline(db: Db, projectId: string, atSeq: number | null): Promise<Outline> {
  const acts = (await findVersions(db, act.resource, projectId, {}, atSeq)).sort(byPlace);
  const chapters = await findVersions(db, chapter.resource, projectId, {}, atSeq);
  const counts = await countsOf(db, projectId, atSeq);
  const known = new Map(acts.map((each) => [each.id, each]));
  const groups = Map.groupBy(chapters, ({ act_id }) => (act_id !== null && known.has(act_id) ? act_id : null));
  const outside = new Map(groups.get(null)?.map((each) => [each.id, each]));
  const inOrder = [...acts, ...outside.values()]
    .sort(byPlace)
    .flatMap(({ id }) => outside.get(id) ?? groups.get(id)?.sort(byPlace) ?? []);
  const times = [...counts.values()].map(({ changed_at }) => isoMoment(changed_at));
  return {
    acts,
    textChangedAt: times.sort().at(-1) ?? null,
    chapters: inOrder.map((version) => {
      const { words = 0, passages = 0 } = counts.get(version.id) ?? {};
      return { version, act: (version.act_id === null ? null : known.get(version.act_id)) ?? null, words, passages };
    }),
  };
}

/** Order of what stands beside one another, by code unit. */
export function byPlace(a: Placed, b: Placed): number {
  if (a.order_key !== b.order_key) return a.order_key < b.order_key ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

type Placed = { readonly id: string; readonly order_key: string };

async function countsOf(
  db: Db,
  projectId: string,
  atSeq: number | null,
): Promise<Map<string, { words: number; passages: number; changed_at: string }>> {
  const rows = await db.execute<{ chapter_id: string; words: number; passages: number; changed_at: string }>(
    sql`SELECT chapter_id, sum(words)::int AS words, count(*)::int AS passages, max(updated_at) AS changed_at FROM passage_versions
        WHERE project_id = ${projectId} AND ${holds(atSeq)} GROUP BY chapter_id`,
  );
  return new Map(rows.map(({ chapter_id, ...count }) => [chapter_id, count]));
}
