import { pointerTokens } from "#domain/change/pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

/** Keywords that strict modes refuse or ignore; what they demand is checked when the answer is read. */
const DROPPED = new Set([
  "$schema",
  "$id",
  "$comment",
  "default",
  "examples",
  "title",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "patternProperties",
  "contentEncoding",
  "contentMediaType",
]);
const LISTS = ["anyOf", "allOf", "oneOf", "prefixItems"];
const MAPS = ["$defs", "definitions"];

const record = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
const namesOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

/**
 * The schema as strict modes take it: every property required, what was optional may be null instead, no other properties, no
 * bounds. An answer to it is read with {@link withoutAddedNulls}.
 */
export function toWireSchema(schema: JsonObject): JsonObject {
  const wire: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword) || keyword === "required" || keyword === "additionalProperties") continue;
    if (keyword === "properties") wire.push([keyword, wireProperties(record(value), namesOf(schema.required))]);
    else if (MAPS.includes(keyword)) wire.push([keyword, mapValues(record(value), wireOf)]);
    // Strict modes know `anyOf` alone.
    else if (LISTS.includes(keyword) && Array.isArray(value))
      wire.push([keyword === "oneOf" ? "anyOf" : keyword, value.map(wireOf)]);
    else if (keyword === "items") wire.push([keyword, wireOf(value)]);
    else wire.push([keyword, value]);
  }
  if (!isObjectSchema(schema)) return Object.fromEntries(wire);
  return Object.fromEntries([
    ...wire,
    ["required", Object.keys(record(schema.properties))],
    ["additionalProperties", false],
  ]);
}

const wireOf = (value: Json): Json => (isJsonObject(value) ? toWireSchema(value) : value);

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return type === "object" || properties !== undefined || (Array.isArray(type) && type.includes("object"));
}

function wireProperties(properties: JsonObject, required: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const wire = wireOf(value);
      return [name, required.includes(name) ? wire : nullable(wire)];
    }),
  );
}

function nullable(schema: Json): Json {
  if (!isJsonObject(schema) || allowsNull(schema)) return schema;
  const { type, enum: values } = schema;
  if (typeof type === "string" || Array.isArray(type)) {
    const types = typeof type === "string" ? [type] : type;
    return { ...schema, type: [...types, "null"], ...(Array.isArray(values) && { enum: [...values, null] }) };
  }
  return { anyOf: [schema, { type: "null" }] };
}

function allowsNull({ type, anyOf, oneOf, enum: values, const: constant }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("null") || constant === null) return true;
  if (Array.isArray(values) && type === undefined) return values.includes(null);
  const choices = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return choices.some((choice) => isJsonObject(choice) && allowsNull(choice));
}

/**
 * An answer with the nulls taken out that only stand for what is absent: those of optional properties which may not be null
 * themselves.
 *
 * @param schema the one that was asked with, before {@link toWireSchema}.
 */
export function withoutAddedNulls(value: Json, schema: JsonObject, root: JsonObject = schema): Json {
  const known = resolved(schema, root);
  if (Array.isArray(value)) {
    const items = known.items;
    return isJsonObject(items) ? value.map((item) => withoutAddedNulls(item, items, root)) : value;
  }
  if (!isJsonObject(value)) return value;
  const shape = shapeFor(value, known, root);
  const properties = record(shape.properties);
  const required = namesOf(shape.required);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, Json][] => {
      const property = properties[name];
      if (!isJsonObject(property)) return [[name, item]];
      if (item === null && !required.includes(name) && !allowsNull(resolved(property, root))) return [];
      return [[name, withoutAddedNulls(item, property, root)]];
    }),
  );
}

/** The alternative of a choice that an object is of: the one whose constants it has and whose required properties are there. */
function shapeFor(value: JsonObject, schema: JsonObject, root: JsonObject): JsonObject {
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const shapes = choices.filter(isJsonObject).map((choice) => resolved(choice, root));
  const fitting = shapes.find((shape) => {
    const properties = record(shape.properties);
    return (
      shape.properties !== undefined &&
      namesOf(shape.required).every((name) => value[name] !== undefined) &&
      Object.entries(properties).every(([name, property]) => {
        const constant = record(property).const;
        return constant === undefined || constant === value[name];
      })
    );
  });
  return fitting ?? schema;
}

function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return schema;
  let at: Json | undefined = root;
  for (const token of pointerTokens($ref.slice(1))) at = record(at)[token];
  return record(at);
}

const mapValues = (map: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
