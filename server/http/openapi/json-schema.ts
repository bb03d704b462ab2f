import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { referencedId } from "../../kernel/validation/subject-reference.ts";
import { withMeaning } from "./field-meaning.ts";

/** Whether a schema describes what is sent (defaults may be left out) or what is answered (they are there). */
export type Direction = "input" | "output";

interface Converted {
  direction: Direction;
  schema: JsonObject;
}

const LOCAL = "#/$defs/";
const SHARED = "#/components/schemas/";

/**
 * The JSON Schemas of the interface. Every schema with an id becomes one component; where what is sent differs from what is
 * answered, the former is called `…Input`.
 */
export class JsonSchemas {
  readonly #converted = new Map<z.ZodType, Partial<Record<Direction, Converted>>>();
  readonly #named: Record<Direction, Map<string, JsonObject>> = { input: new Map(), output: new Map() };
  #differing: ReadonlySet<string> | null = null;

  /**
   * Takes a schema in; all are taken in before the first is asked for. One without an id becomes a component under `name`,
   * when one is given, and what becomes of its own component can be said.
   *
   * @throws when a schema that needs an id has none.
   */
  add(
    schema: z.ZodType,
    direction: Direction,
    name: string | null = null,
    change: (own: JsonObject) => JsonObject = (own) => own,
  ): void {
    const both = this.#converted.get(schema) ?? {};
    if (both[direction] !== undefined) return;
    const { $schema: _, $defs: named, ...own } = convert(schema, direction);
    const definitions = Object.entries(isJsonObject(named) ? named : {}).filter(
      (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
    );
    for (const [id, definition] of definitions) {
      if (id.startsWith("__schema")) throw new Error("a schema that contains itself needs an id: .meta({ id })");
      this.#named[direction].set(id, definition);
    }
    for (const [id, definition] of definitions) {
      this.#define(id, own.$ref === LOCAL + id ? change(definition) : definition, direction);
    }
    const isNamed = name === null || own.$ref !== undefined;
    if (!isNamed) this.#define(name, change(own), direction);
    both[direction] = { direction, schema: isNamed ? own : { $ref: LOCAL + name } };
    this.#converted.set(schema, both);
  }

  /** Keeps a component; the forms of a union that are told apart by a field become components of their own. */
  #define(id: string, definition: JsonObject, direction: Direction): void {
    const components = this.#named[direction];
    const unions = mapUnions(definition, (forms, propertyName) => {
      const mapping: Record<string, string> = {};
      let isRequired = true;
      const named = forms.map((form) => {
        const known = typeof form.$ref === "string" ? form.$ref.slice(LOCAL.length) : null;
        const whole = known === null ? form : (components.get(known) ?? {});
        const field = isJsonObject(whole.properties) ? whole.properties[propertyName] : null;
        const word = isJsonObject(field) && typeof field.const === "string" ? field.const : "";
        isRequired &&= Array.isArray(whole.required) && whole.required.includes(propertyName);
        const formId = known ?? id + pascal(word);
        components.set(formId, withNamedContent(whole, `${formId}Content`, components));
        mapping[word] = LOCAL + formId;
        return { $ref: LOCAL + formId };
      });
      // Where the field may be left out, it does not tell every value's form.
      return isRequired ? { oneOf: named, discriminator: { propertyName, mapping } } : { anyOf: named };
    });
    components.set(id, unions);
  }

  /** The JSON Schema of a schema that was taken in. */
  of(schema: z.ZodType, direction: Direction): JsonObject {
    const converted = this.#converted.get(schema)?.[direction];
    if (converted === undefined) throw new Error("a schema was asked for that was never added");
    return this.#withFinalNames(converted);
  }

  /** Returns all schemas with an id, under their final names and in alphabetical order. */
  components(): Record<string, JsonObject> {
    const components = new Map<string, JsonObject>();
    for (const direction of ["output", "input"] as const) {
      for (const [id, schema] of this.#named[direction]) {
        const named = this.#withFinalNames({ direction, schema });
        const isSent = direction === "input";
        components.set(this.#finalName(id, direction), explained(isSent ? withoutDefaults(named) : named, id));
      }
    }
    return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #withFinalNames({ direction, schema }: Converted): JsonObject {
    const renamed = mapReferences(schema, (id) => SHARED + this.#finalName(id, direction));
    return isJsonObject(renamed) ? renamed : {};
  }

  #finalName(id: string, direction: Direction): string {
    this.#differing ??= differing(this.#named);
    return direction === "input" && this.#differing.has(id) ? `${id}Input` : id;
  }
}

/** A form whose content, JSON as text, is a component of its own: generators make no types of what has no name. */
function withNamedContent(form: JsonObject, id: string, components: Map<string, JsonObject>): JsonObject {
  const { data } = isJsonObject(form.properties) ? form.properties : {};
  if (!isJsonObject(data) || !isJsonObject(data.contentSchema) || data.contentSchema.$ref !== undefined) return form;
  components.set(id, data.contentSchema);
  return {
    ...form,
    properties: { ...(form.properties as JsonObject), data: { ...data, contentSchema: { $ref: LOCAL + id } } },
  };
}

/** Ids whose two directions differ, themselves or through what they contain. */
function differing({ input, output }: Record<Direction, Map<string, JsonObject>>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [id, schema] of input) {
    const answered = output.get(id);
    if (answered !== undefined && !jsonEqual(schema, answered)) found.add(id);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [id, schema] of input) {
      if (output.has(id) && [...references(schema)].some((used) => found.has(used))) found.add(id);
    }
  }
  return found;
}

function references(schema: Json): Set<string> {
  const ids = new Set<string>();
  mapReferences(schema, (id) => {
    ids.add(id);
    return id;
  });
  return ids;
}

/** Replaces each union of objects that a field tells apart, the innermost first. */
function mapUnions(
  schema: JsonObject,
  replace: (forms: readonly JsonObject[], propertyName: string) => JsonObject,
): JsonObject {
  const { oneOf, discriminator, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (Array.isArray(value))
        return [key, value.map((each) => (isJsonObject(each) ? mapUnions(each, replace) : each))];
      return [key, isJsonObject(value) ? mapUnions(value, replace) : value];
    }),
  );
  if (!isJsonObject(discriminator) || !Array.isArray(oneOf) || typeof discriminator.propertyName !== "string") {
    return {
      ...rest,
      ...(oneOf !== undefined && { oneOf }),
      ...(discriminator !== undefined && { discriminator }),
    };
  }
  return { ...rest, ...replace(oneOf.filter(isJsonObject), discriminator.propertyName) };
}

/** `node.create` as part of a component's name: `NodeCreate`. */
function pascal(word: string): string {
  return word.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function mapReferences(value: Json, rename: (id: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, rename));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      // References stand under `$ref`, and in the mapping of a discriminator under its words.
      const isLocal = typeof item === "string" && item.startsWith(LOCAL);
      return [key, isLocal ? rename(item.slice(LOCAL.length)) : mapReferences(item, rename)];
    }),
  );
}

function convert(schema: z.ZodType, direction: Direction): JsonObject {
  const made = z.toJSONSchema(schema, {
    io: direction,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema, direction);
      const { def } = zodSchema._zod;
      const id = direction === "output" ? referencedId(zodSchema) : null;
      if (id !== null) {
        delete jsonSchema.anyOf;
        jsonSchema.type = "string";
      }
      if (def.type === "union" && "discriminator" in def && jsonSchema.oneOf !== undefined) {
        jsonSchema.discriminator = { propertyName: def.discriminator };
      }
    },
  });
  return JSON.parse(JSON.stringify(made));
}

/** Leaves out what says nothing to a reader: the bounds of every integer, and the 200-character pattern of a date. */
function tidy(schema: z.core.JSONSchema.BaseSchema, direction: Direction): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format === "date-time") delete schema.pattern;
  // Answers may grow fields; a client that refuses them would break on every release.
  if (direction === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/**
 * A request's schema with its defaults as words: generators of types take a field with a default for one that is always
 * there, and would demand it of whoever sends the request.
 */
function withoutDefaults(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (Array.isArray(value)) return [key, value.map((each) => (isJsonObject(each) ? withoutDefaults(each) : each))];
    if (!isJsonObject(value)) return [key, value];
    if (key !== "properties") return [key, withoutDefaults(value)];
    return [key, mapFields(value, (_, field) => spokenDefault(withoutDefaults(field)))];
  });
  return Object.fromEntries(entries);
}

function spokenDefault({ default: value, ...field }: JsonObject): JsonObject {
  if (value === undefined) return field;
  const sentence = `\`${JSON.stringify(value)}\` when absent.`;
  const description = typeof field.description === "string" ? `${field.description} ${sentence}` : sentence;
  return { ...field, description };
}

/** A component in which the fields that say nothing of themselves are explained by the glossary. */
function explained(schema: JsonObject, component: string): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (Array.isArray(value))
      return [key, value.map((each) => (isJsonObject(each) ? explained(each, component) : each))];
    if (!isJsonObject(value)) return [key, value];
    if (key !== "properties") return [key, explained(value, component)];
    return [key, mapFields(value, (name, field) => withMeaning(explained(field, component), name, component))];
  });
  return Object.fromEntries(entries);
}

function mapFields(fields: JsonObject, change: (name: string, field: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isJsonObject(field) ? change(name, field) : field]),
  );
}
