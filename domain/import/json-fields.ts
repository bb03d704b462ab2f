import type { Json, JsonObject } from "../json.ts";

/** A field of a JSON object that may be anything. */
export function field(record: JsonObject, name: string): Json {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

export function textField(record: JsonObject, name: string): string {
  const value = field(record, name);
  return typeof value === "string" ? value : "";
}

/** The strings of a list field; anything else in it is passed over. */
export function idsField(record: JsonObject, name: string): string[] {
  const value = field(record, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A copy of an object without some of its fields. */
export function without(record: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
