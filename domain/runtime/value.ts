import type { VariableValue } from "../expression.ts";

/** Not known here: logic kept word for word from another format, facts of the world, properties of entities. */
export const UNKNOWN = Symbol("unknown");
export type Unknown = typeof UNKNOWN;

/** Value of an expression while playing. A reference stands for its id. */
export type Value = VariableValue | Unknown;

/** True, false, or not known here. */
export type Truth = boolean | Unknown;

/**
 * A value as a condition. Only `true` holds: a number or a text where a condition belongs is a mistake that
 * validation reports, and a mistake must not open a door.
 */
export function truthOf(value: Value): Truth {
  return value === UNKNOWN ? UNKNOWN : value === true;
}

/** Equality of values: same type and same content; nothing is equal to something else of another type. Sets have no order. */
export function sameValue(a: Value, b: Value): Truth {
  if (a === UNKNOWN || b === UNKNOWN) return UNKNOWN;
  if (!isSet(a) || !isSet(b)) return a === b;
  return a.length === b.length && a.every((each) => b.includes(each));
}

/** Whether a value is one of a set. */
export function isSet(value: VariableValue): value is string[] {
  return Array.isArray(value);
}

/** Order of two numbers, or of two texts by code point; null where they cannot be ordered. */
export function orderOf(a: VariableValue, b: VariableValue): number | null {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") return null;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
