import { MAX_PATH_STEPS, pathFault } from "../filter/property-path.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** A value inside an object, with the dotted path that leads to it. */
export type Leaf = readonly [path: string, value: Json];

/**
 * The values of an object that stand in columns of their own. Objects inside are entered where every key can be a step of a dotted
 * path; others, empty ones and lists are values.
 */
export function leavesOf(object: JsonObject, before = "", depth = 0): Leaf[] {
  return Object.entries(object).flatMap(([key, value]): Leaf[] => {
    const path = `${before}${key}`;
    return isJsonObject(value) && depth < MAX_PATH_STEPS && isOpen(value)
      ? leavesOf(value, `${path}.`, depth + 1)
      : [[path, value]];
  });
}

/** Whether the keys of an object can be steps of a path; a colon would be read as the beginning of a type. */
function isOpen(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => key !== "" && !/[.:]/.test(key) && pathFault([key]) === null);
}

/** The object with a value at a path; what stood in the way is replaced. The object given stays as it is. */
export function withValueAt(object: JsonObject, [key, ...rest]: readonly string[], value: Json): JsonObject {
  if (key === undefined) return isJsonObject(value) ? { ...object, ...value } : object;
  const inside = Object.hasOwn(object, key) ? object[key] : undefined;
  const next = rest.length === 0 ? value : withValueAt(isJsonObject(inside) ? inside : {}, rest, value);
  return { ...object, [key]: next };
}
