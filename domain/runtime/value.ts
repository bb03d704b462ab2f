import { compareCodePoints } from "../code-points.ts";
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
  return a.length === b.length && hasAll(b, a);
}

/** Whether a value is one of a set. */
export function isSet(value: VariableValue): value is string[] {
  return Array.isArray(value);
}

/** Whether a set has every value of another one; linear in both. */
export function hasAll(whole: readonly string[], part: readonly string[]): boolean {
  const all = new Set(whole);
  return part.every((each) => all.has(each));
}

/** A value as it stands in a text: a set with commas between its values, nothing where there is none. */
export function valueInWords(value: VariableValue): string {
  if (isSet(value)) return value.join(", ");
  return value === null ? "" : String(value);
}

/** Length up to which engines find a text in linear time, whatever its letters: longer ones they may look for at every place anew. */
const SHORT = 250;

/** Whether a text has a part; linear in both (Knuth, Morris and Pratt). */
export function hasText(whole: string, part: string): boolean {
  if (part.length <= SHORT) return whole.includes(part);
  const fallback = new Uint32Array(part.length + 1);
  const next = (matched: number, code: number): number => {
    let at = matched;
    while (at > 0 && part.charCodeAt(at) !== code) at = fallback[at] ?? 0;
    return part.charCodeAt(at) === code ? at + 1 : 0;
  };
  for (let at = 1; at < part.length; at++) fallback[at + 1] = next(fallback[at] ?? 0, part.charCodeAt(at));
  let matched = 0;
  for (let at = 0; at < whole.length && matched < part.length; at++) matched = next(matched, whole.charCodeAt(at));
  return matched === part.length;
}

/** Order of two numbers, or of two texts by code point; null where they cannot be ordered. */
export function orderOf(a: VariableValue, b: VariableValue): number | null {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") return null;
  return compareCodePoints(a, b);
}
