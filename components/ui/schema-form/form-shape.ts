import type { JsonObject } from "#domain/json.ts";

/** A field of an object that is filled in. */
export interface ShapeField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  readonly shape: Shape;
}

/** How a value is asked for. What none of the others can say is written as JSON. */
export type Shape =
  | { readonly kind: "text"; readonly min: number; readonly max: number | null; readonly pattern: string | null }
  | { readonly kind: "choice"; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: "number"; readonly isInteger: boolean; readonly min: number | null; readonly max: number | null }
  | { readonly kind: "flag" }
  | { readonly kind: "texts"; readonly min: number; readonly max: number | null }
  | { readonly kind: "object"; readonly fields: readonly ShapeField[] }
  | { readonly kind: "json" };

const JSON_FIELD: Shape = { kind: "json" };
/** Objects within objects; beyond it a form is harder to read than JSON. */
const DEPTH = 3;

/** Words of a schema that say more than a form can show. */
const UNSHOWN = ["oneOf", "anyOf", "allOf", "not", "if", "patternProperties", "prefixItems", "dependentSchemas"];

/** How a value of a JSON schema is asked for. */
export function shapeOf(schema: JsonObject): Shape {
  return shape(schema, schema, 0);
}

function shape(given: JsonObject, root: JsonObject, depth: number): Shape {
  const schema = resolved(given, root);
  if (schema === null || UNSHOWN.some((word) => Object.hasOwn(schema, word))) return JSON_FIELD;
  if (Array.isArray(schema.enum)) return choice(schema.enum, schema);
  if (typeof schema.const === "string") return choice([schema.const], schema);
  switch (schema.type) {
    case "string":
      return {
        kind: "text",
        min: numberOf(schema.minLength) ?? 0,
        max: numberOf(schema.maxLength),
        pattern: typeof schema.pattern === "string" ? schema.pattern : null,
      };
    case "number":
    case "integer":
      return {
        kind: "number",
        isInteger: schema.type === "integer",
        min: numberOf(schema.minimum),
        max: numberOf(schema.maximum),
      };
    case "boolean":
      return { kind: "flag" };
    case "array": {
      const items = isObject(schema.items) ? shape(schema.items, root, depth + 1) : JSON_FIELD;
      if (items.kind !== "text") return JSON_FIELD;
      return { kind: "texts", min: numberOf(schema.minItems) ?? 0, max: numberOf(schema.maxItems) };
    }
    case "object":
      return object(schema, root, depth);
    default:
      return JSON_FIELD;
  }
}

function choice(values: readonly unknown[], { enumNames }: JsonObject): Shape {
  if (!values.every((value) => typeof value === "string")) return JSON_FIELD;
  const labels = Array.isArray(enumNames) ? enumNames : [];
  const labelOf = (value: string, at: number) => {
    const own = labels[at];
    return typeof own === "string" ? own : inWords(value);
  };
  return { kind: "choice", options: values.map((value, at) => ({ value, label: labelOf(value, at) })) };
}

function object(schema: JsonObject, root: JsonObject, depth: number): Shape {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  // Names that the schema leaves open can only be written as JSON.
  if (properties.length === 0 || depth >= DEPTH || isObject(schema.additionalProperties)) return JSON_FIELD;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    kind: "object",
    fields: properties.map(([name, own]) => {
      const field = isObject(own) ? own : {};
      const { title, description } = resolved(field, root) ?? field;
      return {
        name,
        label: typeof title === "string" && title !== "" ? title : inWords(name),
        hint: typeof description === "string" ? description : undefined,
        isRequired: required.includes(name),
        shape: shape(field, root, depth + 1),
      };
    }),
  };
}

/** The schema that a reference leads to, within the same schema; null where it leads nowhere or in a circle. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject | null {
  let found = schema;
  for (let steps = 0; typeof found.$ref === "string"; steps += 1) {
    const [, home = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(found.$ref) ?? [];
    const held = root[home];
    const next = isObject(held) && Object.hasOwn(held, name) ? held[name] : null;
    if (!isObject(next) || steps > 10) return null;
    found = next;
  }
  return found;
}

/** `speaker_label` as a person reads it: "Speaker label". */
function inWords(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
