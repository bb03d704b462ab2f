import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";

/** A small value of a schema's form, with sentences where it asks for text; whoever uses it checks whether it fits. */
export function fillSchema(schema: JsonObject, sentences: readonly string[]): Json {
  let next = 0;
  const sentence = (): string => {
    const text = sentences[next % Math.max(sentences.length, 1)] ?? "…";
    next += 1;
    return text;
  };
  const fill = (part: Json | undefined, depth: number): Json => {
    if (!isJsonObject(part) || depth > 32) return null;
    const { $ref, const: constant, enum: values, default: usual, type, anyOf, oneOf, allOf } = part;
    if (constant !== undefined) return constant;
    if (Array.isArray(values)) return values[0] ?? null;
    if (usual !== undefined) return usual;
    if (typeof $ref === "string") return fill(named(schema, $ref), depth + 1);
    const choice = [anyOf, oneOf].find(Array.isArray);
    if (choice !== undefined) return fill(choice[0], depth + 1);
    if (Array.isArray(allOf))
      return fill(Object.assign({}, part, { allOf: undefined }, ...allOf.filter(isJsonObject)), depth + 1);
    switch (Array.isArray(type) ? type[0] : (type ?? (isJsonObject(part.properties) ? "object" : "string"))) {
      case "object":
        return filledObject(part, (each) => fill(each, depth + 1));
      case "array": {
        const count = Math.min(typeof part.minItems === "number" ? part.minItems : 1, 100);
        return Array.from({ length: count }, () => fill(part.items, depth + 1));
      }
      case "integer":
      case "number":
        return numberOf(part);
      case "boolean":
        return false;
      case "null":
        return null;
      default:
        return textOf(part, sentence());
    }
  };
  return fill(schema, 0);
}

function filledObject({ properties, required }: JsonObject, fill: (part: Json) => Json): JsonObject {
  const parts = isJsonObject(properties) ? properties : {};
  const wanted = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return Object.fromEntries(wanted.map((name) => [name, fill(parts[name] ?? {})]));
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
