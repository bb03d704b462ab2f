import { isJsonRecord, type JsonRecord, type JsonValue, jsonEqual as sameJson } from "#domain/filter/json-value.ts";

/** Any value JSON can carry. */
export type Json = JsonValue;
export type JsonObject = JsonRecord;

/** Whether a value is a plain JSON object (not null, not an array). */
export const isJsonObject = isJsonRecord;

/** Deep equality of JSON values; the order of keys does not count, that of array elements does. */
export const jsonEqual = sameJson;

/** JSON Merge Patch (RFC 7396) on an object: null removes a key, objects merge, everything else replaces. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else if (isJsonObject(value)) {
      const current = result.get(key);
      result.set(key, mergePatch(isJsonObject(current) ? current : {}, value));
    } else result.set(key, value);
  }
  return Object.fromEntries(result);
}

/** Characters of a JSON value, roughly, without writing it down. */
export function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const each of value) size += roughSize(each);
  else for (const [key, each] of Object.entries(value)) size += key.length + 4 + roughSize(each);
  return size;
}
