import { type SQL, sql } from "drizzle-orm";
import type { Predicate, PropertyFilter, RangeOperator } from "#domain/filter/property-filter.ts";
import type { PropertyPath } from "#domain/filter/property-path.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { jsonb, textArray } from "../database.ts";
import { propertySql } from "./property-sql.ts";

/** Beyond this many candidates of `$in`, one index probe each costs more than it saves. */
const MAX_PROBES = 32;

const COMPARISON: Record<RangeOperator, SQL> = {
  $gt: sql.raw(">"),
  $gte: sql.raw(">="),
  $lt: sql.raw("<"),
  $lte: sql.raw("<="),
};

/** A property filter in SQL. */
export interface FilterSql {
  /** Conditions that must all hold. */
  readonly conditions: SQL[];
  /** Whether an index can narrow the rows down; otherwise each row has to be looked at. */
  readonly indexed: boolean;
}

/** One predicate: what an index can answer, and what must be tested besides. At least one of them is there. */
interface Tested {
  readonly probe?: SQL;
  readonly test?: SQL;
}

/**
 * Compiles a property filter over the jsonb column `properties`.
 *
 * Equality and containment begin with `properties @> …`, which `GIN (project_id, properties jsonb_path_ops)` answers.
 * Containment of one scalar at a path of object keys *is* equality, so nothing more is tested then. For objects and arrays
 * it is only a superset (an object with more keys, an array with more elements), so an exact test follows.
 */
export function filterSql(filter: PropertyFilter, properties: SQL): FilterSql {
  const tested = filter.map((predicate) => predicateSql(predicate, properties));
  const conditions = tested.flatMap(({ probe, test }) => [probe, test].filter((part) => part !== undefined));
  return {
    conditions: conditions.map((part) => sql`(${part})`),
    indexed: tested.some(({ probe }) => probe !== undefined),
  };
}

function predicateSql(predicate: Predicate, properties: SQL): Tested {
  const { path, operator, operand } = predicate;
  const value = sql`(${propertySql(properties, path)})`;
  switch (operator) {
    case "$eq":
      if (isScalar(operand)) return { probe: within(properties, path, operand) };
      return { ...preselect(properties, path, operand), test: sql`${value} = ${jsonb(operand)}` };
    case "$ne":
      return { test: sql`${value} IS DISTINCT FROM ${jsonb(operand)}` };
    case "$in":
      return oneOf(properties, path, value, operand);
    case "$contains":
      return contains(properties, path, value, operand);
    default:
      return { test: range(value, operator, operand) };
  }
}

/** Numbers compare as jsonb: the type test keeps every other kind out, and unlike a cast it cannot fail. */
function range(value: SQL, operator: RangeOperator, operand: number | string): SQL {
  return typeof operand === "number"
    ? sql`jsonb_typeof(${value}) = 'number' AND ${value} ${COMPARISON[operator]} ${jsonb(operand)}`
    : sql`jsonb_typeof(${value}) = 'string' AND ${text(value)} COLLATE "C" ${COMPARISON[operator]} ${operand}::text`;
}

function oneOf(properties: SQL, path: PropertyPath, value: SQL, candidates: readonly Json[]): Tested {
  if (candidates.length === 0) return { test: sql`false` };
  const test = sql`${value} = ANY(${jsonbArray(candidates)})`;
  if (candidates.length > MAX_PROBES || !candidates.every(hasScalar)) return { test };
  const probe = sql`${properties} @> ANY(${jsonbArray(candidates.map((candidate) => nest(path, candidate)))})`;
  return candidates.every(isScalar) ? { probe } : { probe, test };
}

function contains(properties: SQL, path: PropertyPath, value: SQL, operand: Json): Tested {
  if (typeof operand === "string") {
    return {
      test: sql`CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} @> ${jsonb([operand])}
        WHEN 'string' THEN strpos(${text(value)}, ${operand}::text) > 0 ELSE false END`,
    };
  }
  if (Array.isArray(operand)) return arrayHasAll(properties, path, value, operand);
  if (!isJsonObject(operand)) return { probe: within(properties, path, [operand]) };
  const arrays = arrayMembers(operand, []).map(
    ([inner, array]) => sql`(${propertySql(value, inner)}) = ${jsonb(array)}`,
  );
  const test = sql`${hasElement(value, operand)} OR (${all([sql`${value} @> ${jsonb(operand)}`, ...arrays])})`;
  if (!hasScalar(operand)) return { test };
  // One probe for both readings: over an OR of two the planner sometimes gives up the index.
  const probes = jsonbArray([nest(path, [operand]), nest(path, operand)]);
  return { probe: sql`${properties} @> ANY(${probes})`, test };
}

function arrayHasAll(properties: SQL, path: PropertyPath, value: SQL, wanted: Json[]): Tested {
  const containers = wanted.filter((element) => !isScalar(element));
  const test = all([sql`jsonb_typeof(${value}) = 'array'`, ...containers.map((element) => hasElement(value, element))]);
  return { ...preselect(properties, path, wanted), test };
}

/** Whether an array has an element equal to `element`; the CASE keeps the set function from failing on other values. */
function hasElement(value: SQL, element: Json): SQL {
  const elements = sql`jsonb_array_elements(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} END)`;
  return sql`EXISTS (SELECT FROM ${elements} AS element(value) WHERE element.value = ${jsonb(element)})`;
}

/** The arrays inside an object operand: containment tests them as sets, so they need a test of equality besides. */
function arrayMembers(object: JsonObject, path: PropertyPath): [PropertyPath, Json[]][] {
  return Object.entries(object).flatMap(([key, member]): [PropertyPath, Json[]][] => {
    const inner = [...path, key];
    if (Array.isArray(member)) return [[inner, member]];
    return isJsonObject(member) ? arrayMembers(member, inner) : [];
  });
}

function within(properties: SQL, path: PropertyPath, operand: Json): SQL {
  return sql`${properties} @> ${jsonb(nest(path, operand))}`;
}

/** Containment where the index can use it: an operand without any scalar has no index entry and would scan all of it. */
function preselect(properties: SQL, path: PropertyPath, operand: Json): Tested {
  return hasScalar(operand) ? { probe: within(properties, path, operand) } : {};
}

/** The object in which `value` stands at `path` and nothing else does. */
function nest(path: PropertyPath, value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
}

function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

function hasScalar(value: Json): boolean {
  return isScalar(value) || Object.values(value as JsonObject | Json[]).some(hasScalar);
}

/** The text of a jsonb string. */
function text(value: SQL): SQL {
  return sql`(${value} #>> '{}')`;
}

function jsonbArray(values: readonly Json[]): SQL {
  return sql`${textArray(values.map((value) => JSON.stringify(value)))}::jsonb[]`;
}

function all(conditions: SQL[]): SQL {
  return sql.join(conditions, sql` AND `);
}
