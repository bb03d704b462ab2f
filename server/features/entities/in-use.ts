import { type SQL, sql } from "drizzle-orm";
import type { PropertyPath } from "#domain/filter/property-path.ts";
import { searchForm } from "#domain/search-form.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { textArray } from "../../record/database.ts";
import { propertySql } from "../../record/list/property-sql.ts";
import { holds } from "../../record/versions.ts";
import { entityResource } from "./entity.ts";

/** How many entities there are of a type. */
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

/** How many entities of a type each parent has, by its id; parents without any are left out. One query, whatever the number of parents. */
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

/**
 * The properties that entities have, the one that most have first. Keys of objects are told by their paths, such as `stats.hp`; a key
 * that itself holds a dot cannot be named by one and is left out.
 */
export async function readPropertiesInUse(
  context: ProjectReadContext,
  type: string | undefined,
  perspective: Perspective | null,
): Promise<PropertyInUse[]> {
  const ofType = type === undefined ? sql`` : sql` AND e.type = ${type}`;
  const rows = await context.db.execute<{ path: string; kind: ValueKind; entities: number }>(
    sql`WITH RECURSIVE held AS (
        SELECT p.key AS path, p.value, 1 AS depth
          FROM (SELECT e.properties ${entityRows(context, perspective)}${ofType}) each, jsonb_each(each.properties) p
          WHERE position('.' IN p.key) = 0
        UNION ALL
        SELECT h.path || '.' || p.key, p.value, h.depth + 1
          FROM held h, jsonb_each(CASE WHEN jsonb_typeof(h.value) = 'object' THEN h.value ELSE '{}' END) p
          WHERE h.depth < ${MAX_DEPTH} AND position('.' IN p.key) = 0
      )
      SELECT path, jsonb_typeof(value) AS kind, count(*)::int AS entities FROM held
      WHERE jsonb_typeof(value) <> 'object' OR value = '{}' OR depth = ${MAX_DEPTH} GROUP BY 1, 2`,
  );
  const found = new Map<string, PropertyInUse>();
  for (const { path, kind, entities } of rows) {
    const property = found.get(path) ?? { path, entities: 0, kinds: {} };
    property.entities += entities;
    property.kinds[kind] = entities;
    found.set(path, property);
  }
  return [...found.values()].sort((a, b) => b.entities - a.entities || (a.path < b.path ? -1 : 1));
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
