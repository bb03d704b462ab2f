import { z } from "zod";
import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../kernel/json.ts";

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

  /** Takes a schema in; all are taken in before the first is asked for. */
  add(schema: z.ZodType, direction: Direction): void {
    const both = this.#converted.get(schema) ?? {};
    if (both[direction] !== undefined) return;
    const { $schema: _, $defs: named, ...own } = convert(schema, direction);
    both[direction] = { direction, schema: own };
    this.#converted.set(schema, both);
    for (const [id, definition] of Object.entries(isJsonObject(named) ? named : {})) {
      if (id.startsWith("__schema")) throw new Error("a schema that contains itself needs an id: .meta({ id })");
      if (isJsonObject(definition)) this.#named[direction].set(id, definition);
    }
  }

  /** The JSON Schema of a schema that was taken in. */
  of(schema: z.ZodType, direction: Direction): JsonObject {
    const converted = this.#converted.get(schema)?.[direction];
    if (converted === undefined) throw new Error("a schema was asked for that was never added");
    return this.#withFinalNames(converted);
  }

  /** Everything with an id, under its final name and in alphabetical order. */
  components(): Record<string, JsonObject> {
    const components = new Map<string, JsonObject>();
    for (const direction of ["output", "input"] as const) {
      for (const [id, schema] of this.#named[direction]) {
        components.set(this.#finalName(id, direction), this.#withFinalNames({ direction, schema }));
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

function mapReferences(value: Json, rename: (id: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, rename));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isLocal = key === "$ref" && typeof item === "string" && item.startsWith(LOCAL);
      return [key, isLocal ? rename(item.slice(LOCAL.length)) : mapReferences(item, rename)];
    }),
  );
}

function convert(schema: z.ZodType, direction: Direction): JsonObject {
  const made = z.toJSONSchema(schema, {
    io: direction,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema, direction),
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
