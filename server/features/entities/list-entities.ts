import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SortOrder } from "#domain/filter/sort.ts";
import { didYouMean } from "#domain/nearest-name.ts";
import { isId } from "../../kernel/ids.ts";
import { listOutput } from "../../kernel/page.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { idOf, text } from "../../kernel/validation/fields.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { idsQuery, listQuery, MOST_IDS, propertyFilterQuery } from "../../operation/list-query.ts";
import { listResource, requireKnownType } from "../../operation/listing.ts";
import { type Perspective, perspectiveQuery } from "../../operation/perspective.ts";
import { perspectiveOf } from "../../operation/perspective-of.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import type { ListSource } from "../../record/list/list.ts";
import { column } from "../../record/list/row.ts";
import { holds, lastVersion } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";
import { nameContains } from "./name-search.ts";
import { pathSegment, shownPath } from "./path.ts";
import { pathOf, placed } from "./placed.ts";
import { indexSource } from "./property-keys/index-source.ts";
import { Entity, entityFields, toEntity } from "./schemas.ts";
import { isSeenPath, type SeenPlaces, seenEntities, seenPlaces } from "./seen-places.ts";
import { inSubtree, type Subtree, subtreeMembers, subtreeSource } from "./subtree.ts";

/** Query of every list of entities. */
export const entityListQuery = z.object({
  ...listQuery({
    columns: {
      id: {},
      name: {},
      type: {},
      external_id: {},
      created_at: {},
      updated_at: {},
      valid_from_seq: {},
      parent_id: { nullable: true },
      location_path: { nullable: true, computed: true },
    },
    properties: true,
  }),
  ...propertyFilterQuery,
  type: entityFields.type.optional(),
  parent_id: z
    .union([idOf("ent"), z.literal("null")])
    .optional()
    .meta({ description: "Direct children of this entity; `null` for entities without a parent." }),
  under: text({ min: 1, max: 2_100 })
    .meta({ description: "An entity id or a location path: that place and everything under it." })
    .transform(readPlace)
    .optional(),
  external_id: entityFields.external_id.optional(),
  ids: idsQuery("ent", "entity"),
  external_ids: text({ min: 1, max: 26_000 })
    .optional()
    .meta({ description: `At most ${MOST_IDS} external ids, separated by commas: those of them that there are.` })
    .transform(readExternalIds),
  q: text({ min: 1, max: 200 })
    .optional()
    .meta({ description: "Part of the name; case, accents and width do not matter." }),
  ...perspectiveQuery,
});
export type EntityListQuery = z.output<typeof entityListQuery>;

export const EntityList = listOutput("entities", Entity).meta({ id: "EntityList" });

function readExternalIds(named: string | undefined, context: z.RefinementCtx): readonly string[] | undefined {
  const ids = named?.split(",");
  if (ids === undefined || ids.length <= MOST_IDS) return ids;
  context.addIssue(`at most ${MOST_IDS} external ids, separated by commas`);
  return z.NEVER;
}

/** Place named by `under`: an entity, or a stored path. */
type UnderFilter = { readonly id: string } | { readonly path: string };

function readPlace(under: string, context: z.RefinementCtx): UnderFilter {
  if (under.startsWith("/")) return { path: `${under.replace(/\/$/, "")}/` };
  if (isId("ent", under)) return { id: under };
  const example = `/${pathSegment(under).slice(0, 40)}`;
  context.addIssue(`an entity id, or a path that starts with a slash, such as ${example}`);
  return z.NEVER;
}

/** One page of entities. A `settledType` narrows it in place of the query's, which somebody may have misspelt. */
export async function listEntityPage(
  context: ProjectReadContext,
  query: Omit<EntityListQuery, "type"> & { type?: string | undefined },
  settledType: string | null = null,
): Promise<z.input<typeof EntityList>> {
  return seenEntityPage(context, query, settledType, await perspectiveOf(context, query.as));
}

/** {@link listEntityPage} through eyes that are open already; null are nobody's. */
export async function seenEntityPage(
  context: ProjectReadContext,
  query: Omit<EntityListQuery, "type"> & { type?: string | undefined },
  settledType: string | null,
  perspective: Perspective | null,
): Promise<z.input<typeof EntityList>> {
  const { db, project, atSeq } = context;
  const seen = perspective === null ? null : await seenPlaces(db, { projectId: project.id, atSeq }, perspective);
  const where: SQL[] = [];
  const type = settledType ?? query.type;
  if (query.external_id !== undefined) where.push(sql`${column("external_id")} = ${query.external_id}`);
  if (query.external_ids !== undefined)
    where.push(sql`${column("external_id")} = ANY(${textArray([...query.external_ids])})`);
  if (query.ids !== undefined) where.push(sql`${column("id")} = ANY(${textArray([...query.ids])})`);
  const childhood = childOf(query.parent_id);
  if (childhood !== null) where.push(childhood);
  const seek = async () => {
    const named = query.q === undefined ? [] : [await nameContains({ db, projectId: project.id, atSeq }, query.q)];
    if (query.under !== undefined) {
      // The index of paths knows no other condition.
      const isAlone = where.length + named.length === 0 && type === undefined && query.property_filter === undefined;
      const { condition, source } = await underCondition(context, query.under, isAlone ? pathOrder(query) : null, seen);
      return { where: [...named, condition], source };
    }
    // An id has at most one entity; and the index of declared keys has what is withheld as well.
    const isNamed = [query.external_id, query.external_ids, query.ids].some((id) => id !== undefined);
    if (isNamed || perspective?.rows(entityResource) != null) return { where: named };
    const asked = { ...askedOf(query), type: type ?? null, where: [...where, ...named], narrow: childhood };
    return { where: named, source: await indexSource(context, asked) };
  };
  const { rows, ...rest } = await listResource(context, entityResource, query, {
    computed: { location_path: pathAt(context, seen) },
    facet: type,
    where,
    perspective,
    scans: query.q !== undefined,
    seek,
  });
  if (rest.total === 0 && settledType === null && perspective === null)
    await requireKnownType(context, entityResource, query.type);
  const entities = await placed(db, project.id, rows, atSeq);
  return { entities: (seen === null ? entities : seenEntities(seen, entities)).map(toEntity), ...rest };
}

function askedOf({ property_filter, sort_by, sort_order }: Omit<EntityListQuery, "type">) {
  return { filter: property_filter ?? [], sort: sort_by ?? null, order: sort_order };
}

function childOf(parentId: string | undefined): SQL | null {
  if (parentId === undefined) return null;
  return parentId === "null" ? sql`${column("parent_id")} IS NULL` : sql`${column("parent_id")} = ${parentId}`;
}

/** Returns the direction of a list sorted by path, or "other" for any other order. */
function pathOrder({ sort_by, sort_order }: Pick<EntityListQuery, "sort_by" | "sort_order">): SortOrder | "other" {
  return sort_by?.kind === "column" && sort_by.name === "location_path" ? sort_order : "other";
}

/** The stored path of each row of the list. */
function pathAt({ project, atSeq }: ProjectReadContext, seen: SeenPlaces | null): SQL {
  const path = sql`SELECT p.path FROM entity_paths p WHERE p.project_id = ${project.id}
    AND p.entity_id = ${column("id")} AND ${holds(atSeq, "p")}`;
  if (seen === null || seen.hidden.length === 0) return sql`(${path})`;
  return sql`(${path} AND ${isSeenPath(sql.raw("p.path"), seen.hidden)})`;
}

interface Under {
  readonly condition: SQL;
  readonly source: ListSource | null;
}

/**
 * A place and everything under it, at the same sequence as the list. With `order` nothing else is asked: then the paths
 * themselves say which entities those are, and in which order, if that is the list's.
 */
async function underCondition(
  context: ProjectReadContext,
  place: UnderFilter,
  order: SortOrder | "other" | null,
  seen: SeenPlaces | null,
): Promise<Under> {
  const { db, project, atSeq } = context;
  const hidden = seen?.hidden ?? [];
  let path: string | null;
  if ("path" in place) {
    path = place.path;
    // The slash alone is above all places, and there may be none.
    if (path !== "/" && seen === null) await requireKnownPath(context, path);
  } else {
    const stored = await pathOf(db, project.id, place.id, atSeq);
    path = stored !== null && hidden.some((each) => stored.startsWith(each)) ? null : stored;
    if (path === null) {
      // Through somebody's eyes nothing tells what is withheld from what never was.
      if (seen === null) await requireKnownEntity(context, place.id);
      return { condition: sql`${column("id")} = ${place.id}`, source: null };
    }
  }
  const subtree = { projectId: project.id, atSeq, path, hidden };
  if (order === null) return { condition: await withinSubtree(db, subtree), source: null };
  return { condition: inSubtree(subtree), source: subtreeSource(subtree, order === "other" ? null : order) };
}

/** Refuses an entity that the project never had; one that is not there at this sequence has nothing under it. */
async function requireKnownEntity({ db, project }: ProjectReadContext, id: string): Promise<void> {
  if ((await lastVersion(db, entityResource, project.id, id)) !== null) return;
  throw invalidValue(["query", "under"], "no entity of this project has this id", id);
}

/** Refuses a path that no place of the project ever had, and names the nearest place above it that there was. */
async function requireKnownPath({ db, project }: ProjectReadContext, path: string): Promise<void> {
  const steps = path.split("/").slice(1, -1);
  const above = steps.map((_, depth) => `/${steps.slice(0, depth + 1).join("/")}/`);
  const known = await db.execute<Columns<"entity_paths", "path">>(
    sql`SELECT DISTINCT path FROM entity_paths WHERE project_id = ${project.id} AND path = ANY(${textArray(above)})`,
  );
  if (known.some((row) => row.path === path)) return;
  const nearest = known.map((row) => row.path).sort((a, b) => b.length - a.length)[0];
  const suggestion = nearest === undefined ? null : shownPath(nearest);
  throw invalidValue(
    ["query", "under"],
    `no place of this project ever had this path${didYouMean(suggestion)}`,
    shownPath(path),
    suggestion === null ? {} : { suggestion },
  );
}

/** Number of places up to which they are passed to the database one by one, so that their rows are found by id. */
const NAMED_PLACES = 2_000;

/** Members of a subtree. Small ones are named; large ones are looked up in a set that is built once. */
async function withinSubtree(db: Db, subtree: Subtree): Promise<SQL> {
  const few = await db.execute<{ id: string }>(sql`${subtreeMembers(subtree)} LIMIT ${NAMED_PLACES + 1}`);
  if (few.length > NAMED_PLACES) return inSubtree(subtree);
  return sql`${column("id")} = ANY(${textArray(few.map(({ id }) => id))})`;
}
