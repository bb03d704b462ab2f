import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

/** Bytes that a value may have, roughly. */
const MAX_BYTES = 1024 * 1024;

/** A value that would be larger than {@link MAX_BYTES}. */
class Oversized extends Error {
  override readonly name = "Oversized";
  readonly pointer: string;

  constructor(pointer: string) {
    super("The value is too large.");
    this.pointer = pointer;
  }
}

/**
 * A small value of a schema's form, with sentences where it asks for text; null where it would be larger than 1 MiB. Whoever uses it
 * checks whether it fits.
 */
export function fillSchema(schema: JsonObject, sentences: readonly string[]): Json {
  try {
    return filled(schema, sentences);
  } catch (error) {
    if (error instanceof Oversized) return null;
    throw error;
  }
}

/** Returns a pointer to the part of a schema whose smallest value makes the whole larger than 1 MiB; null where none does. */
export function oversizedPart(schema: JsonObject): string | null {
  try {
    filled(schema, []);
  } catch (error) {
    if (error instanceof Oversized) return error.pointer;
    throw error;
  }
  return null;
}

function filled(schema: JsonObject, sentences: readonly string[]): Json {
  let next = 0;
  let left = MAX_BYTES;
  const spend = (bytes: number, pointer: string): void => {
    left -= bytes;
    if (left < 0) throw new Oversized(pointer);
  };
  const kept = (value: Json, pointer: string): Json => {
    spend(JSON.stringify(value).length, pointer);
    return value;
  };
  const sentence = (): string => {
    const text = sentences[next % Math.max(sentences.length, 1)] ?? "…";
    next += 1;
    return text;
  };
  const fill = (part: Json | undefined, pointer: string, depth: number): Json => {
    spend(2, pointer);
    if (!isJsonObject(part) || depth > 32) return null;
    const { $ref, const: constant, enum: values, default: usual, type, anyOf, oneOf, allOf } = part;
    if (constant !== undefined) return kept(constant, `${pointer}/const`);
    if (Array.isArray(values)) return kept(values[0] ?? null, `${pointer}/enum/0`);
    if (usual !== undefined) return kept(usual, `${pointer}/default`);
    if (typeof $ref === "string") return fill(named(schema, $ref), $ref.slice(1), depth + 1);
    if (Array.isArray(anyOf)) return fill(anyOf[0], `${pointer}/anyOf/0`, depth + 1);
    if (Array.isArray(oneOf)) return fill(oneOf[0], `${pointer}/oneOf/0`, depth + 1);
    if (Array.isArray(allOf)) {
      const whole = Object.assign({}, part, { allOf: undefined }, ...allOf.filter(isJsonObject));
      return fill(whole, pointer, depth + 1);
    }
    switch (Array.isArray(type) ? type[0] : (type ?? (isJsonObject(part.properties) ? "object" : "string"))) {
      case "object":
        return filledObject(part, (each, name) => {
          spend(name.length + 4, pointer);
          return fill(each, `${pointer}/properties/${name}`, depth + 1);
        });
      case "array": {
        const count = Math.max(0, typeof part.minItems === "number" ? Math.ceil(part.minItems) : 1);
        // Each has a comma and some value.
        if (count * 2 > left) throw new Oversized(pointer);
        return Array.from({ length: count }, () => fill(part.items, `${pointer}/items`, depth + 1));
      }
      case "integer":
      case "number":
        return numberOf(part);
      case "boolean":
        return false;
      case "null":
        return null;
      default: {
        const text = sentence();
        spend(Math.max(text.length, typeof part.minLength === "number" ? part.minLength : 0), pointer);
        return textOf(part, text);
      }
    }
  };
  return fill(schema, "", 0);
}

function filledObject({ properties, required }: JsonObject, fill: (part: Json, name: string) => Json): JsonObject {
  const parts = isJsonObject(properties) ? properties : {};
  const wanted = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return Object.fromEntries(wanted.map((name) => [name, fill(parts[name] ?? {}, name)]));
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === "number") return minimum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
}

function textOf({ minLength, maxLength }: JsonObject, sentence: string): string {
  const longest = typeof maxLength === "number" ? maxLength : sentence.length;
  const cut = [...sentence].slice(0, longest).join("");
  return typeof minLength === "number" ? cut.padEnd(minLength, ".") : cut;
}

function named(schema: JsonObject, ref: string): Json | undefined {
  let at: Json | undefined = schema;
  for (const step of ref.split("/").slice(1)) at = isJsonObject(at) ? at[step] : undefined;
  return at;
}
