import { isJsonObject, type JsonObject } from "#domain/json.ts";

/** A field of an object that is filled in. */
export interface ShapeField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly isRequired: boolean;
  /** Whether null is allowed, which an empty control then stands for. */
  readonly isNullable: boolean;
  readonly shape: Shape;
}

/** One of what can be chosen, with a sentence that says what it means where that is not plain. */
export interface ShapeOption {
  readonly value: string;
  readonly label: string;
  readonly means?: string | undefined;
}

/** Fields that are filled in together. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: readonly ShapeField[];
}

/**
 * Kind of control for a value. Values that no other kind can express are written as JSON; `own` is drawn by the caller.
 */
export type Shape =
  | { readonly kind: "text"; readonly min: number; readonly max: number | null; readonly pattern: string | null }
  | { readonly kind: "secret"; readonly min: number; readonly max: number | null; readonly pattern: string | null }
  | { readonly kind: "day" | "moment" }
  | { readonly kind: "choice"; readonly options: readonly ShapeOption[] }
  | { readonly kind: "choices"; readonly options: readonly ShapeOption[]; readonly min: number }
  | { readonly kind: "number"; readonly isInteger: boolean; readonly min: number | null; readonly max: number | null }
  | { readonly kind: "flag" }
  | { readonly kind: "texts"; readonly min: number; readonly max: number | null }
  | ObjectShape
  | { readonly kind: "json" | "own" };

const JSON_FIELD: Shape = { kind: "json" };
/** Objects within objects; beyond it a form is harder to read than JSON. */
const DEPTH = 3;

/** Words of a schema that say more than a form can show. */
const UNSHOWN = ["oneOf", "anyOf", "allOf", "not", "if", "patternProperties", "prefixItems", "dependentSchemas"];

/** Returns the kind of control for a JSON schema. */
export function shapeOf(schema: JsonObject): Shape {
  return shape(schema, schema, 0);
}

function shape(given: JsonObject, root: JsonObject, depth: number): Shape {
  const schema = resolved(given, root);
  if (schema === null || UNSHOWN.some((word) => Object.hasOwn(schema, word))) return JSON_FIELD;
  if (Array.isArray(schema.enum)) return branch(schema.enum, schema);
  if (typeof schema.const === "string") return branch([schema.const], schema);
  switch (schema.type) {
    case "string":
      if (schema.format === "date") return { kind: "day" };
      if (schema.format === "date-time") return { kind: "moment" };
      return {
        kind: schema.format === "password" ? "secret" : "text",
        // An address has letters and no gaps.
        min: numberOf(schema.minLength) ?? (schema.format === "uri" ? 1 : 0),
        max: numberOf(schema.maxLength),
        pattern: typeof schema.pattern === "string" ? schema.pattern : schema.format === "uri" ? "^\\S*$" : null,
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
      const items = isJsonObject(schema.items) ? shape(schema.items, root, depth + 1) : JSON_FIELD;
      if (items.kind === "choice") return { ...items, kind: "choices", min: numberOf(schema.minItems) ?? 0 };
      if (items.kind !== "text") return JSON_FIELD;
      return { kind: "texts", min: numberOf(schema.minItems) ?? 0, max: numberOf(schema.maxItems) };
    }
    case "object":
      return object(schema, root, depth);
    default:
      return JSON_FIELD;
  }
}

function branch(values: readonly unknown[], { enumNames }: JsonObject): Shape {
  if (!values.every((value) => typeof value === "string")) return JSON_FIELD;
  const labels = Array.isArray(enumNames) ? enumNames : [];
  const labelOf = (value: string, at: number) => {
    const own = labels[at];
    return typeof own === "string" ? own : inWords(value);
  };
  return { kind: "choice", options: values.map((value, at) => ({ value, label: labelOf(value, at) })) };
}

function object(schema: JsonObject, root: JsonObject, depth: number): Shape {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  // Names that the schema leaves open can only be written as JSON.
  if (properties.length === 0 || depth >= DEPTH || isJsonObject(schema.additionalProperties)) return JSON_FIELD;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    kind: "object",
    fields: properties.map(([name, own]) => {
      const [field, isNullable] = withoutNull(isJsonObject(own) ? own : {});
      const { title, description } = resolved(field, root) ?? field;
      return {
        name,
        label: typeof title === "string" && title !== "" ? title : inWords(name),
        hint: typeof description === "string" ? description : undefined,
        isRequired: required.includes(name),
        isNullable,
        shape: shape(field, root, depth + 1),
      };
    }),
  };
}

/** A schema without the null that it allows beside one other thing, and whether it does. */
function withoutNull(schema: JsonObject): readonly [JsonObject, boolean] {
  if (Array.isArray(schema.type)) {
    const [type = null, ...others] = schema.type.filter((each) => each !== "null");
    return others.length > 0 ? [schema, false] : [{ ...schema, type }, schema.type.includes("null")];
  }
  const [first, second, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (!isJsonObject(first) || !isJsonObject(second) || second.type !== "null" || more.length > 0)
    return [schema, false];
  const { anyOf, ...words } = schema;
  return [{ ...words, ...first }, true];
}

/** The schema that a reference leads to, within the same schema; null where it leads nowhere or in a circle. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject | null {
  let found = schema;
  for (let steps = 0; typeof found.$ref === "string"; steps += 1) {
    const [, home = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(found.$ref) ?? [];
    const held = root[home];
    const next = isJsonObject(held) && Object.hasOwn(held, name) ? held[name] : null;
    if (!isJsonObject(next) || steps > 10) return null;
    found = next;
  }
  return found;
}

/** `speaker_label` as a person reads it: "Speaker label". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
