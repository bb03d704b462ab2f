import { type SQL, sql } from "drizzle-orm";
import { subjectRead } from "../../operation/subject-read.ts";
import type { Columns, Db } from "../../record/database.ts";
import { textOf } from "../../record/statement.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import type { EntityVersion } from "./entity-state.ts";

/** A version of an entity with the path it had then. */
export interface PlacedEntity {
  version: EntityVersion;
  /** Stored path and the sequence since which it holds; null when no parent was ever set. */
  path: { path: string; since: number } | null;
}

/** Reader of one entity with its path. */
export const entityRead = subjectRead(entityResource, {
  columns: sql`place.path AS stored_path, place.valid_from_seq AS path_since`,
  join: (holds) => sql`LEFT JOIN entity_paths place
    ON place.project_id = subject.project_id AND place.entity_id = subject.id AND ${holds("place")}`,
  together: (version, { stored_path, path_since }): PlacedEntity => ({
    version,
    path: stored_path === null ? null : { path: stored_path as string, since: path_since as number },
  }),
});

/** One table by its project and ids, and nothing else: a sharded PostgreSQL keeps the plan. */
const pathsText = (atSeq: SQL | null) =>
  textOf(
    sql`SELECT entity_id, path, valid_from_seq FROM entity_paths WHERE project_id = ${sql.raw("$1")}
        AND entity_id = ANY(${sql.raw("$2")}::text[]) AND ${holds(atSeq)}`,
  );
const PATHS = pathsText(null);
const PATHS_AT = pathsText(sql.raw("$3"));

/** Adds to versions the paths they have at a sequence, in one query. */
export async function placed(
  db: Db,
  projectId: string,
  versions: readonly EntityVersion[],
  atSeq: number | null,
): Promise<PlacedEntity[]> {
  if (versions.length === 0) return [];
  const ids = versions.map(({ id }) => id);
  const rows = await db.execute<{ entity_id: string; path: string; valid_from_seq: number }>(
    atSeq === null ? { text: PATHS, values: [projectId, ids] } : { text: PATHS_AT, values: [projectId, ids, atSeq] },
  );
  const paths = new Map(rows.map((row) => [row.entity_id, { path: row.path, since: row.valid_from_seq }]));
  return versions.map((version) => ({ version, path: paths.get(version.id) ?? null }));
}

/** The stored path of an entity at a sequence, or null. */
export async function pathOf(
  db: Db,
  projectId: string,
  entityId: string,
  atSeq: number | null,
): Promise<string | null> {
  const rows = await db.execute<Columns<"entity_paths", "path">>(
    sql`SELECT path FROM entity_paths WHERE project_id = ${projectId} AND entity_id = ${entityId} AND ${holds(atSeq)}`,
  );
  return rows[0]?.path ?? null;
}
