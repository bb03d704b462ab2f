import { type SQL, sql } from "drizzle-orm";
import type { PropertyPath } from "#domain/filter/property-path.ts";
import { searchForm } from "#domain/search-form.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { textArray } from "../../record/database.ts";
import { propertySql } from "../../record/list/property-sql.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";

/** Number of entities of a type. */
export interface TypeInUse {
  type: string;
  entities: number;
}

/** Kinds of JSON values that a property can have; objects are entered, and are not one of them unless they are empty. */
export const VALUE_KINDS = ["string", "number", "boolean", "null", "array", "object"] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

/** A property that entities have: its path, how many have it, and with values of which kinds. */
export interface PropertyInUse {
  path: string;
  entities: number;
  kinds: Partial<Record<ValueKind, number>>;
}

/** Objects within objects that are entered: what lies deeper is told as one object. */
const MAX_DEPTH = 4;

/** The rows of entities of a read's sequence, as they may be seen. */
function entityRows({ project, atSeq }: ProjectReadContext, perspective: Perspective | null): SQL {
  const seen = perspective?.rows(entityResource) ?? null;
  const rows = seen === null ? sql.identifier(entityResource.table) : sql`(${seen})`;
  return sql`FROM ${rows} e WHERE e.project_id = ${project.id} AND ${holds(atSeq, "e")}`;
}

/**
 * Returns the number of children of a type by parent id; parents without any are left out. One query, whatever the
 * number of parents.
 */
export async function readChildCounts(
  context: ProjectReadContext,
  parentIds: readonly string[],
  type: string,
  perspective: Perspective | null,
): Promise<Map<string, number>> {
  if (parentIds.length === 0) return new Map();
  const rows = await context.db.execute<{ parent_id: string; children: number }>(
    // Each parent is looked up in the index of parents, whatever the planner knows of the table: it took seconds before its statistics.
    sql`SELECT w.id AS parent_id, count(*)::int AS children FROM unnest(${textArray(parentIds)}) AS w(id) CROSS JOIN LATERAL (
          SELECT 1 ${entityRows(context, perspective)} AND e.parent_id = w.id AND e.type = ${type} OFFSET 0) c GROUP BY 1`,
  );
  return new Map(rows.map(({ parent_id, children }) => [parent_id, children]));
}

/** The types of the entities that there are, the one with most entities first. */
export async function readTypesInUse(
  context: ProjectReadContext,
  perspective: Perspective | null,
): Promise<TypeInUse[]> {
  return await context.db.execute<TypeInUse & Record<string, unknown>>(
    sql`SELECT e.type, count(*)::int AS entities ${entityRows(context, perspective)} GROUP BY e.type ORDER BY 2 DESC, 1`,
  );
}

/** Number of entities that have values of a kind at a path. */
interface KindInUse extends Record<string, unknown> {
  path: string;
  kind: ValueKind;
  entities: number;
  /** Number of these values that are objects with content. */
  filled: number;
}

/**
 * The properties that entities have, the one that most have first. Keys of objects are told by their paths, such as `stats.hp`; a key
 * that itself holds a dot cannot be named by one and is left out.
 *
 * Levels are counted one by one, as deep as there are objects to enter: of 200,000 entities 0.75 s for one level and 1.5 s for two,
 * where one recursive query took 3.3 s for either.
 */
export async function readPropertiesInUse(
  context: ProjectReadContext,
  type: string | undefined,
  perspective: Perspective | null,
): Promise<PropertyInUse[]> {
  const ofType = type === undefined ? sql`` : sql` AND e.type = ${type}`;
  const rows = sql`${entityRows(context, perspective)}${ofType}`;
  const found = new Map<string, PropertyInUse>();
  let isEntered = true;
  for (let depth = 1; isEntered && depth <= MAX_DEPTH; depth++) {
    const kinds = await context.db.execute<KindInUse>(kindsAtDepth(rows, depth));
    for (const { path, kind, entities, filled } of kinds) {
      const told = depth < MAX_DEPTH ? entities - filled : entities;
      if (told === 0) continue;
      const property = found.get(path) ?? { path, entities: 0, kinds: {} };
      property.entities += told;
      property.kinds[kind] = told;
      found.set(path, property);
    }
    isEntered = kinds.some(({ filled }) => filled > 0);
  }
  return [...found.values()].sort((a, b) => b.entities - a.entities || (a.path < b.path ? -1 : 1));
}

/** Counts of {@link KindInUse} for the paths of so many keys, of the `properties` of some rows `e`. */
function kindsAtDepth(rows: SQL, depth: number): SQL {
  const levels = Array.from({ length: depth }, (_, at) => sql.identifier(`level_${at + 1}`));
  const entered = levels.map((level, at) => {
    const outer = levels[at - 1];
    const object = outer === undefined ? sql`each.properties` : sql`${outer}.value`;
    return sql`jsonb_each(CASE WHEN jsonb_typeof(${object}) = 'object' THEN ${object} ELSE '{}' END) ${level}`;
  });
  const last = levels.at(-1) ?? sql.identifier("level_1");
  const keys = levels.map((level) => sql`${level}.key`);
  const nameable = keys.map((key) => sql`position('.' IN ${key}) = 0`);
  return sql`SELECT ${sql.join(keys, sql` || '.' || `)} AS path, jsonb_typeof(${last}.value) AS kind, count(*)::int AS entities,
      (count(*) FILTER (WHERE jsonb_typeof(${last}.value) = 'object' AND ${last}.value <> '{}'))::int AS filled
    FROM (SELECT e.properties ${rows}) each, ${sql.join(entered, sql`, `)} WHERE ${sql.join(nameable, sql` AND `)} GROUP BY 1, 2`;
}

/** A value that a property has, alone or in a list, and how many entities have it so. */
export interface ValueInUse {
  value: string | number | boolean;
  entities: number;
}

/** The longest text that is offered as a value, in UTF-16 units: longer ones are written, not chosen. */
const MAX_VALUE_LENGTH = 200;

/**
 * The values that a property has, the one that most entities have first: texts, numbers, yes and no, also those in lists. Objects,
 * lists in lists and long texts are left out.
 */
export async function readValuesInUse(
  context: ProjectReadContext,
  { path, type, q }: { path: PropertyPath; type?: string | undefined; q?: string | undefined },
  perspective: Perspective | null,
): Promise<ValueInUse[]> {
  const ofType = type === undefined ? sql`` : sql` AND e.type = ${type}`;
  const held = propertySql(sql`e.properties`, path);
  const rows = await context.db.execute<ValueInUse & Record<string, unknown>>(
    sql`SELECT each.value, count(DISTINCT e.id)::int AS entities
      FROM (SELECT e.id, ${held} AS held ${entityRows(context, perspective)}${ofType}) e
      CROSS JOIN LATERAL jsonb_array_elements(
        CASE jsonb_typeof(e.held) WHEN 'array' THEN e.held ELSE jsonb_build_array(e.held) END) each(value)
      WHERE jsonb_typeof(each.value) IN ('string', 'number', 'boolean') GROUP BY 1`,
  );
  const wanted = searchForm(q ?? "");
  return rows
    .filter(({ value }) => String(value).length <= MAX_VALUE_LENGTH && searchForm(String(value)).includes(wanted))
    .sort((a, b) => b.entities - a.entities || (JSON.stringify(a.value) < JSON.stringify(b.value) ? -1 : 1));
}
