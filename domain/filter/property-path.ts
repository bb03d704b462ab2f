import { isJsonObject, type Json } from "../json.ts";

/** The keys that lead from `properties` to a value, outermost first. Only objects are entered, never arrays. */
export type PropertyPath = readonly string[];

/** Most keys of a path. */
export const MAX_PATH_STEPS = 16;
/** Most UTF-16 units of one key of a path. */
const MAX_KEY_LENGTH = 255;

/**
 * The path that dotted text names. A dot always separates two keys, so a stored key that itself holds a dot cannot be
 * named by a path; an object operand of `$eq` or `$contains` one level above still reaches it.
 */
export function splitPath(text: string): string[] {
  return text.split(".");
}

/** A path as people write it. */
export function formatPath(path: PropertyPath): string {
  return path.join(".");
}

/** Returns the fault of a path as a sentence, or null. */
export function pathFault(path: PropertyPath): string | null {
  if (path.length > MAX_PATH_STEPS) return `A property path has at most ${MAX_PATH_STEPS} keys.`;
  for (const key of path) {
    if (key.length > MAX_KEY_LENGTH) return `A key of a property path has at most ${MAX_KEY_LENGTH} characters.`;
    if (!isStorable(key)) return "A property path holds no NUL and no lone surrogate.";
  }
  return null;
}

/** Whether text can be stored at all: without NUL and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The value at a path, or undefined when it is missing. A key such as "0" is a key of an object, never an index. */
export function valueAt(properties: Json, path: PropertyPath): Json | undefined {
  let value: Json | undefined = properties;
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
