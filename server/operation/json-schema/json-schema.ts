import { type Schema, Validator } from "@cfworker/json-schema";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

import { keyPatternMistake, PatternCheckExceeded, patternMistake, SchemaPatterns } from "./schema-patterns.ts";
import { oversizedPart } from "./sketch-schema.ts";

/** Part of a value that violates a schema, at a JSON pointer. */
export interface SchemaIssue {
  readonly pointer: string;
  readonly message: string;
}

/** Bounds of a schema that a caller sends: checking an answer against it must end soon, whatever it contains. */
const MAX_BYTES = 32 * 1024;
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;
const MAX_EXPANDED = 10_000;
/** Items of a list that are compared with each other. */
const MAX_COMPARED = 2_000;
/** Words of a schema that can make a check take very long, or ask elsewhere. */
const REFUSED = [
  "$dynamicRef",
  "$recursiveRef",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Returns the reason why a schema cannot be used, in words; null for a usable schema. */
export function schemaMistake(schema: JsonObject): string | null {
  if (JSON.stringify(schema).length > MAX_BYTES) return `a schema may have ${MAX_BYTES} characters`;
  let nodes = 0;
  const visit = (value: Json, depth: number): string | null => {
    if (depth > MAX_DEPTH) return `a schema may be ${MAX_DEPTH} levels deep`;
    nodes += 1;
    if (nodes > MAX_NODES) return `a schema may have ${MAX_NODES} parts`;
    if (Array.isArray(value)) return firstOf(value, (each) => visit(each, depth + 1));
    if (!isJsonObject(value)) return null;
    for (const word of REFUSED) if (Object.hasOwn(value, word)) return `"${word}" is not supported`;
    const { $ref, pattern, type, patternProperties } = value;
    if (typeof $ref === "string" && !/^#\/(\$defs|definitions)\/[\w.-]+$/.test($ref)) {
      return `"$ref" may only name a definition of the schema itself, such as "#/$defs/line"`;
    }
    const wrongType = [type].flat().find((each) => typeof each === "string" && !TYPES.includes(each));
    if (wrongType !== undefined) return `there is no type "${wrongType}"`;
    const wrongPattern = typeof pattern === "string" ? patternMistake(pattern) : null;
    const keys = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
    return (
      wrongPattern ??
      firstOf(keys, keyPatternMistake) ??
      firstOf(Object.values(value), (each) => visit(each, depth + 1))
    );
  };
  const mistake = visit(schema, 0);
  if (mistake !== null) return mistake;
  if (expandedSize(schema) > MAX_EXPANDED)
    return `with its references followed, a schema may have ${MAX_EXPANDED} parts`;
  const oversized = oversizedPart(schema);
  if (oversized !== null)
    return `the smallest answer to ${oversized === "" ? "it" : `"${oversized}"`} has more than 1 MiB`;
  try {
    validated(schema, {});
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : "it cannot be read";
  }
  return null;
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Counts the parts of a schema with every reference followed. The count is infinite where a definition refers back to
 * itself, since an answer to it could nest without end. Definitions that each refer to the next one twice make a small
 * schema very large, so they are counted as often as they are used.
 */
function expandedSize(schema: JsonObject): number {
  const definitions = new Map<string, Json>();
  for (const home of ["$defs", "definitions"]) {
    const held = schema[home];
    if (isJsonObject(held))
      for (const [name, value] of Object.entries(held)) definitions.set(`#/${home}/${name}`, value);
  }
  const sizes = new Map<string, number>();
  const sizeOf = (value: Json): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + sizeOf(each), 1);
    if (!isJsonObject(value)) return 1;
    const own = typeof value.$ref === "string" ? sizeOfNamed(value.$ref) : 0;
    return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1 + own);
  };
  const sizeOfNamed = (name: string): number => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    // While it is looked at it is without end.
    sizes.set(name, Number.POSITIVE_INFINITY);
    const size = sizeOf(definitions.get(name) ?? null);
    sizes.set(name, size);
    return size;
  };
  return sizeOf(schema);
}

/**
 * Returns the parts of a value that violate the schema. Only the deepest errors are returned: those above them add
 * nothing.
 */
export function schemaIssues(schema: JsonObject, value: Json): SchemaIssue[] {
  if (hasUniqueItems(schema) && longestList(value) > MAX_COMPARED)
    return [{ pointer: "", message: `A list whose items are compared may have ${MAX_COMPARED} of them.` }];
  let checked: ReturnType<typeof validated>;
  try {
    checked = validated(schema, value);
  } catch (error) {
    if (error instanceof PatternCheckExceeded) return [{ pointer: "", message: error.message }];
    throw error;
  }
  const { valid, errors } = checked;
  if (valid) return [];
  const deepest = errors.filter(
    ({ instanceLocation, keyword }) =>
      !["properties", "items", "$ref", "allOf", "anyOf", "oneOf", "if", "then", "else"].includes(keyword) ||
      !errors.some((other) => other.instanceLocation.length > instanceLocation.length),
  );
  return (deepest.length > 0 ? deepest : errors)
    .slice(0, 20)
    .map(({ instanceLocation, error }) => ({ pointer: instanceLocation.replace(/^#/, ""), message: error }));
}

function validated(schema: JsonObject, value: Json): ReturnType<Validator["validate"]> {
  const patterns = new SchemaPatterns();
  const checkable = patterns.replaced(schema);
  return patterns.during(() => new Validator(checkable as Schema, "2020-12", false).validate(value));
}

function hasUniqueItems(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"uniqueItems"');
}

function longestList(value: Json): number {
  if (Array.isArray(value))
    return value.reduce<number>((most, each) => Math.max(most, longestList(each)), value.length);
  if (!isJsonObject(value)) return 0;
  return Object.values(value).reduce<number>((most, each) => Math.max(most, longestList(each)), 0);
}
