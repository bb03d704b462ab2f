import { MAX_PATH_STEPS, pathFault } from "../filter/property-path.ts";
import { isJsonObject, type Json, type JsonObject, setOwn } from "../json.ts";

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

/**
 * The object with values at paths, each over those before it; what stood in the way is replaced. The object given stays as it is, and
 * what is changed of it is copied once, however many values there are.
 */
export function withValues(
  object: JsonObject,
  values: Iterable<readonly [path: readonly string[], value: Json]>,
): JsonObject {
  const copies = new Set<JsonObject>();
  const copyOf = (from: JsonObject): JsonObject => {
    const copy = { ...from };
    copies.add(copy);
    return copy;
  };
  const whole = copyOf(object);
  for (const [path, value] of values) {
    if (path.length === 0 && isJsonObject(value))
      for (const [key, inside] of Object.entries(value)) setOwn(whole, key, inside);
    let at = whole;
    for (const [step, key] of path.entries()) {
      const inside = Object.hasOwn(at, key) ? at[key] : undefined;
      const isLast = step === path.length - 1;
      const next = isLast
        ? value
        : isJsonObject(inside) && copies.has(inside)
          ? inside
          : copyOf(isJsonObject(inside) ? inside : {});
      setOwn(at, key, next);
      if (!isLast) at = next as JsonObject;
    }
  }
  return whole;
}
