import type { JsonRecord } from "#domain/filter/json-value.ts";

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** RFC 7396: what the server does with a patch of free fields. */
export function mergePatch(target: unknown, patch: JsonRecord): JsonRecord {
  const next: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete next[name];
    else next[name] = isRecord(value) ? mergePatch(next[name], value) : value;
  }
  return next as JsonRecord;
}

/** The patch that leads from `after` back to `before`. */
export function patchBetween(after: JsonRecord, before: JsonRecord): JsonRecord {
  const patch: Record<string, unknown> = {};
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) patch[name] = null;
  for (const [name, value] of Object.entries(before)) {
    const now = after[name];
    if (now === value) continue;
    patch[name] = isRecord(value) && isRecord(now) ? patchBetween(now, value) : value;
  }
  return patch as JsonRecord;
}
