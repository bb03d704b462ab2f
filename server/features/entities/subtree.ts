import { type SQL, sql } from "drizzle-orm";
import type { SortOrder } from "#domain/filter/sort.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { type ListPage, type ListSource, listVersions } from "../../record/list/list.ts";
import { column } from "../../record/list/row.ts";
import { creationSort } from "../../record/list/sort-sql.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import type { EntityState, EntityVersion } from "./entity-state.ts";
import { pathDepth, subtreeRange } from "./path.ts";
import { pathOf } from "./placed.ts";
import { isSeenPath, type SeenPlaces } from "./seen-places.ts";

/** A place and everything under it: one range over the stored paths of a sequence. */
export interface Subtree {
  readonly projectId: string;
  readonly atSeq: number | null;
  /** Path of the subtree's root, as stored. */
  readonly path: string;
  /** Levels below it that count; all of them unless said otherwise. */
  readonly maxDepth?: number | undefined;
  /** Places within it that are withheld from whoever asks, with everything under them. */
  readonly hidden?: readonly string[];
}

/** Selects `id` of everything in a subtree. */
export function subtreeMembers({ projectId, atSeq, path, maxDepth, hidden = [] }: Subtree): SQL {
  const range = subtreeRange(path);
  const all = sql`SELECT p.entity_id AS id FROM entity_paths p WHERE p.project_id = ${projectId}
    AND ${holds(atSeq, "p")} AND p.path >= ${range.from} AND p.path < ${range.before}`;
  const members = hidden.length === 0 ? all : sql`${all} AND ${isSeenPath(sql.raw("p.path"), hidden)}`;
  if (maxDepth === undefined) return members;
  return sql`${members} AND length(p.path) - length(replace(p.path, '/', '')) - 1 <= ${pathDepth(path) + maxDepth}`;
}

/** Counts the entities below a stored path at the head. */
export async function countBelow(db: Db, projectId: string, path: string): Promise<number> {
  const rows = await db.execute<{ below: number }>(
    sql`SELECT count(*)::int - 1 AS below FROM (${subtreeMembers({ projectId, atSeq: null, path })}) members`,
  );
  return rows[0]?.below ?? 0;
}

/**
 * Condition that the row of a list is in a subtree, by a set that is built once. A plain semi-join is left alone with the
 * planner's statistics, and on a table just filled it went through the subtree again for every row: 20–40 s for 5,376 places.
 */
export function inSubtree(subtree: Subtree): SQL {
  // Inside CASE the set stays a hashed subplan: the planner cannot turn it into a join.
  return sql`CASE WHEN ${column("id")} IN (${subtreeMembers(subtree)}) THEN true ELSE false END`;
}

/** Finds the entities of a list of nothing but a subtree, and with `order` their order, which is that of the paths. */
export function subtreeSource(subtree: Subtree, order: SortOrder | null): ListSource {
  const hits = subtreeMembers(subtree);
  if (order === null) return { hits, isRange: true, ordered: null };
  const by = sql.raw(order === "asc" ? "p.path, p.entity_id" : "p.path DESC, p.entity_id DESC");
  const page = (limit: number, offset: number) => sql`${hits} ORDER BY ${by} LIMIT ${limit} OFFSET ${offset}`;
  return { hits, isRange: true, ordered: { page, present: null } };
}

/**
 * One page of an entity and everything under it, in the order of the paths: a place comes directly before what it contains.
 * `maxDepth` counts levels below the entity. An entity without a path is alone.
 */
export async function readSubtree(
  { db, project, atSeq, services }: ProjectReadContext,
  root: EntityVersion,
  { maxDepth, seen, ...page }: { limit: number; offset: number; maxDepth: number | undefined; seen: SeenPlaces | null },
): Promise<ListPage<EntityState>> {
  const hidden = seen?.hidden ?? [];
  const stored = await pathOf(db, project.id, root.id, atSeq);
  const path = stored !== null && hidden.some((each) => stored.startsWith(each)) ? null : stored;
  const source = path === null ? null : subtreeSource({ projectId: project.id, atSeq, path, maxDepth, hidden }, "asc");
  return listVersions<EntityState>(
    db,
    {
      ...page,
      table: entityResource.table,
      rows: seen?.perspective.rows(entityResource),
      projectId: project.id,
      atSeq,
      headSeq: project.lastSeq,
      where: source === null ? [sql`${column("id")} = ${root.id}`] : [],
      sort: creationSort("asc"),
      source,
    },
    services.totals,
  );
}
