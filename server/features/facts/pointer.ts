import { type SQL, sql } from "drizzle-orm";
import { pointerTokens } from "#domain/change/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { Resource } from "../../record/resource.ts";

/**
 * A state without what stands at a pointer. A pointer goes through objects: of an array on its way all is withheld, because what
 * is behind an index changes with every insertion.
 */
export function withoutPointer(resource: Resource, state: JsonObject, pointer: string): JsonObject {
  const [field = "", ...path] = pointerTokens(pointer);
  const value = state[field];
  if (value === undefined) return state;
  if (path.length === 0 || Array.isArray(value)) return { ...state, [field]: emptied(resource, field) ?? null };
  return isJsonObject(value) ? { ...state, [field]: withoutPath(value, path) } : state;
}

function withoutPath(value: JsonObject, [key = "", ...rest]: readonly string[]): JsonObject {
  if (!Object.hasOwn(value, key)) return value;
  const inner = value[key];
  if (rest.length > 0 && !Array.isArray(inner)) {
    return isJsonObject(inner) ? { ...value, [key]: withoutPath(inner, rest) } : value;
  }
  const kept = { ...value };
  delete kept[key];
  return kept;
}

/**
 * The same in SQL over many pointers: `doc` holds the fields, `paths` is a jsonb array of the pointers' tokens or null. A field of
 * which nothing is left is missing from what comes out.
 */
export function withoutPathsSql(doc: SQL, paths: SQL): SQL {
  return sql`(WITH RECURSIVE steps(step, doc) AS (SELECT 0, ${doc} UNION ALL
      SELECT steps.step + 1, steps.doc #- p.path[1:coalesce((SELECT min(depth) FROM generate_series(1, cardinality(p.path)) depth
        WHERE jsonb_typeof(steps.doc #> p.path[1:depth]) = 'array'), cardinality(p.path))]
      FROM steps CROSS JOIN LATERAL (
        SELECT ARRAY(SELECT jsonb_array_elements_text(${paths} -> steps.step)) AS path) p
      WHERE steps.step < jsonb_array_length(${paths}))
    SELECT steps.doc FROM steps ORDER BY steps.step DESC LIMIT 1)`;
}

/**
 * Returns the empty value of a field: as in a new subject, or null; undefined for a field that no subject can be
 * without.
 */
export function emptied(resource: Resource, field: string): Json | undefined {
  if (Object.hasOwn(resource.defaults, field)) return resource.defaults[field];
  const schema = resource.state.shape[field];
  return schema?.safeParse(null).success === true ? null : undefined;
}
