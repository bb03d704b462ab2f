import { compareCodePoints } from "../code-points.ts";
import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../json.ts";
import type { Predicate, PropertyFilter, RangeOperator } from "./property-filter.ts";
import { valueAt } from "./property-path.ts";

/**
 * Whether properties satisfy a filter. This is the meaning of a filter; the SQL that the server compiles is tested
 * against it and must never answer differently.
 */
export function matches(filter: PropertyFilter, properties: Json): boolean {
  return filter.every((predicate) => holds(predicate, valueAt(properties, predicate.path)));
}

function holds(predicate: Predicate, value: Json | undefined): boolean {
  switch (predicate.operator) {
    case "$eq":
      return jsonEqual(value, predicate.operand);
    case "$ne":
      return !jsonEqual(value, predicate.operand);
    case "$in":
      return predicate.operand.some((candidate) => jsonEqual(value, candidate));
    case "$contains":
      return value !== undefined && contains(value, predicate.operand);
    default:
      return inRange(predicate.operator, order(value, predicate.operand));
  }
}

/** Compares a value with an operand of its own type; null when the types differ. */
function order(value: Json | undefined, operand: number | string): number | null {
  if (typeof value === "number" && typeof operand === "number") return compareNumbers(value, operand);
  if (typeof value === "string" && typeof operand === "string") return compareCodePoints(value, operand);
  return null;
}

function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inRange(operator: RangeOperator, comparison: number | null): boolean {
  if (comparison === null) return false;
  switch (operator) {
    case "$gt":
      return comparison > 0;
    case "$gte":
      return comparison >= 0;
    case "$lt":
      return comparison < 0;
    case "$lte":
      return comparison <= 0;
  }
}

/** An array has the element (an array operand: all of its elements), a string the substring, an object the sub-object. */
function contains(value: Json, operand: Json): boolean {
  if (Array.isArray(value)) {
    const wanted = Array.isArray(operand) ? operand : [operand];
    return wanted.every((element) => value.some((candidate) => jsonEqual(candidate, element)));
  }
  if (typeof value === "string") return typeof operand === "string" && value.includes(operand);
  return isJsonObject(value) && isJsonObject(operand) && hasSubObject(value, operand);
}

/** Every key of `part` is in `whole`: objects inside are sub-objects again, everything else is equal. */
function hasSubObject(whole: JsonObject, part: JsonObject): boolean {
  return Object.entries(part).every(([key, wanted]) => {
    if (!Object.hasOwn(whole, key)) return false;
    const value = whole[key];
    return isJsonObject(value) && isJsonObject(wanted) ? hasSubObject(value, wanted) : jsonEqual(value, wanted);
  });
}
