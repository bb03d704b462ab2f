/** JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Name that no field has: in an object of JavaScript it leads to what all objects inherit from. */
export const FORBIDDEN_KEY = "__proto__";

/** Sets a key of an object as its own, whatever its name is: assigned, {@link FORBIDDEN_KEY} would be none. */
export function setOwn<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === FORBIDDEN_KEY) Object.defineProperty(object, key, { value, ...PLAIN });
  else object[key] = value;
}

const PLAIN = { writable: true, enumerable: true, configurable: true };

/** Whether a value is a JSON object (neither null nor an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Deep equality of JSON values: the order of keys does not count, that of array elements does. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]));
}
