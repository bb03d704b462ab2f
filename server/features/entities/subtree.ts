import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { findVersions, holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import type { EntityVersion } from "./entity-state.ts";
import { pathDepth, subtreeRange } from "./path.ts";
import { pathOf } from "./placed.ts";

/**
 * One page of an entity and everything under it at a sequence, in the order of the paths: a place comes directly before what
 * it contains. `maxDepth` counts levels below the entity. An entity without a path is alone.
 */
export async function readSubtree(
  db: Db,
  root: EntityVersion,
  atSeq: number | null,
  page: { limit: number; offset: number; maxDepth: number | undefined },
): Promise<{ versions: EntityVersion[]; total: number }> {
  const projectId = root.project_id;
  const path = await pathOf(db, projectId, root.id, atSeq);
  if (path === null) return { versions: [root].slice(page.offset), total: 1 };
  const range = subtreeRange(path);
  const conditions = [
    sql`project_id = ${projectId}`,
    holds(atSeq),
    sql`path >= ${range.from} AND path < ${range.before}`,
  ];
  if (page.maxDepth !== undefined) {
    conditions.push(sql`length(path) - length(replace(path, '/', '')) - 1 <= ${pathDepth(path) + page.maxDepth}`);
  }
  const where = sql.join(conditions, sql` AND `);
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM entity_paths WHERE ${where}`);
  const rows = await db.execute<{ entity_id: string }>(
    sql`SELECT entity_id FROM entity_paths WHERE ${where} ORDER BY path, entity_id LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  const ids = rows.map(({ entity_id }) => entity_id);
  const found = ids.length === 0 ? [] : await findVersions(db, entityResource, projectId, { id: ids }, atSeq);
  const byId = new Map(found.map((version) => [version.id, version]));
  return { versions: ids.flatMap((id) => byId.get(id) ?? []), total: counted?.n ?? 0 };
}
