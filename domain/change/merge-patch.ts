import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../json.ts";

/** Applies a JSON Merge Patch (RFC 7396) to an object: null removes a key, objects merge, everything else replaces. */
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

/**
 * Makes the patch that leads from `after` back to `before`. A merge patch cannot write null: a null inside `before` that
 * is not in `after` any more does not come back.
 */
export function patchBetween(after: JsonObject, before: JsonObject): JsonObject {
  const patch = new Map<string, Json>();
  for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) patch.set(key, null);
  for (const [key, value] of Object.entries(before)) {
    const now = Object.hasOwn(after, key) ? after[key] : undefined;
    if (jsonEqual(now, value)) continue;
    patch.set(key, isJsonObject(value) && isJsonObject(now) ? patchBetween(now, value) : value);
  }
  return Object.fromEntries(patch);
}
