import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { isId } from "../../kernel/ids.ts";
import { listOutput } from "../../kernel/page.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { idOf, text } from "../../kernel/validation/fields.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { listQuery, listResource, propertyFilterQuery } from "../../operation/listing.ts";
import { textArray } from "../../record/database.ts";
import { column } from "../../record/list/row.ts";
import type { Sortable } from "../../record/list/sort-sql.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import { pathSegment, subtreeRange } from "./path.ts";
import { pathOf, placed } from "./placed.ts";
import { Entity, entityFields, toEntity } from "./schemas.ts";

/** Query of every list of entities. */
export const entityListQuery = z.object({
  ...listQuery,
  ...propertyFilterQuery,
  type: entityFields.type.optional(),
  parent_id: z
    .union([idOf("ent"), z.literal("null")])
    .optional()
    .meta({ description: "Direct children of this entity; `null` for entities without a parent." }),
  under: text({ min: 1, max: 2_100 })
    .optional()
    .meta({ description: "An entity id or a location path: that place and everything under it." }),
  external_id: entityFields.external_id.optional(),
  q: text({ min: 1, max: 200 })
    .optional()
    .meta({ description: "Part of the name; case, accents and width do not matter." }),
});
export type EntityListQuery = z.output<typeof entityListQuery>;

export const EntityList = listOutput("entities", Entity).meta({ id: "EntityList" });

const SORTABLE: Sortable = {
  columns: {
    id: {},
    name: {},
    type: {},
    external_id: {},
    created_at: {},
    updated_at: {},
    valid_from_seq: {},
    parent_id: { nullable: true },
    location_path: { nullable: true, expression: sql.raw("NULL") },
  },
  properties: true,
};

/** One page of entities; `type` narrows it however the query is filled. */
export async function listEntityPage(
  context: ProjectReadContext,
  query: Omit<EntityListQuery, "type"> & { type?: string | undefined },
): Promise<z.input<typeof EntityList>> {
  const where: SQL[] = [];
  if (query.type !== undefined) where.push(sql`${column("type")} = ${query.type}`);
  if (query.external_id !== undefined) where.push(sql`${column("external_id")} = ${query.external_id}`);
  if (query.parent_id === "null") where.push(sql`${column("parent_id")} IS NULL`);
  else if (query.parent_id !== undefined) where.push(sql`${column("parent_id")} = ${query.parent_id}`);
  if (query.q !== undefined) where.push(sql`strpos(${column("name_search")}, ${searchForm(query.q)}) > 0`);
  if (query.under !== undefined) where.push(await underCondition(context, query.under));
  const page = await listResource(context, entityResource, query, {
    sortable: sortable(context),
    where,
    scans: query.q !== undefined,
  });
  const entities = await placed(context.db, context.project.id, page.rows, context.atSeq);
  return { entities: entities.map(toEntity), total: page.total, has_more: page.has_more };
}

function sortable({ project, atSeq }: ProjectReadContext): Sortable {
  const path = sql`(SELECT p.path FROM entity_paths p WHERE p.project_id = ${project.id}
    AND p.entity_id = ${column("id")} AND ${holds(atSeq, "p")})`;
  return { ...SORTABLE, columns: { ...SORTABLE.columns, location_path: { nullable: true, expression: path } } };
}

/** A place and everything under it: one range over stored paths, at the same sequence as the list. */
async function underCondition({ db, project, atSeq }: ProjectReadContext, under: string): Promise<SQL> {
  let path: string | null;
  if (under.startsWith("/")) {
    path = `${under.replace(/\/$/, "")}/`;
  } else if (isId("ent", under)) {
    path = await pathOf(db, project.id, under, atSeq);
    if (path === null) return sql`${column("id")} = ${under}`;
  } else {
    throw invalidValue(
      ["query", "under"],
      `an entity id, or a path that starts with a slash, such as /${pathSegment(under).slice(0, 40)}`,
      under,
    );
  }
  return withinSubtree({ db, project, atSeq }, path);
}

/** Up to this many places are named to the database one by one, so that their rows come by id. */
const NAMED_PLACES = 2_000;

/**
 * Members of a subtree. Small ones are named; large ones are looked up in a set that is built once. A plain semi-join is
 * left alone with the planner's statistics, and on a table just filled it went through the subtree again for every row:
 * 20–40 s for 5,376 places.
 */
async function withinSubtree(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  path: string,
): Promise<SQL> {
  const range = subtreeRange(path);
  const members = sql`SELECT p.entity_id FROM entity_paths p WHERE p.project_id = ${project.id}
    AND ${holds(atSeq, "p")} AND p.path >= ${range.from} AND p.path < ${range.before}`;
  const few = await db.execute<{ entity_id: string }>(sql`${members} LIMIT ${NAMED_PLACES + 1}`);
  if (few.length <= NAMED_PLACES) {
    return sql`${column("id")} = ANY(${textArray(few.map(({ entity_id }) => entity_id))})`;
  }
  // Inside CASE the set stays a hashed subplan: the planner cannot turn it into a join.
  return sql`CASE WHEN ${column("id")} IN (${members}) THEN true ELSE false END`;
}
