import { isJsonObject, type JsonObject } from "#domain/json.ts";

/** The prefix of ids of anything recorded. */
export const ANYTHING = "*";

/** Fields with ids whose names do not say so. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  "as",
  "known_by",
  "provider_key",
  "replaced_by",
  "retry_of",
  "superseded_by",
  "undone_by",
]);

/** Whether a field of texts has ids. */
export function holdsIds(field: string, schema: JsonObject): boolean {
  return /(^id|_ids?)$/.test(field) || NAMED_OTHERWISE.has(field) || prefixesIn(schema).length > 0;
}

/** Returns the prefixes of the ids that a schema takes, in any of its forms; none where it takes other texts. */
export function prefixesIn({ pattern, anyOf }: JsonObject): string[] {
  if (Array.isArray(anyOf)) return anyOf.filter(isJsonObject).flatMap(prefixesIn);
  if (typeof pattern !== "string") return [];
  const found = /^\^(?:\(?(?:\?:)?([a-z|]+)\)?|\[a-z\]\{[\d,]+\})_\[[^\]]+\]\{26\}\$$/.exec(pattern);
  return found === null ? [] : (found[1]?.split("|") ?? [ANYTHING]);
}
