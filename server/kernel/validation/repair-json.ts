import { FORBIDDEN_KEY, isJsonObject, type Json } from "#domain/json.ts";
import { checkJsonValue } from "./json-values.ts";

/** Text with U+FFFD in place of NUL and of halves of surrogate pairs, which the record cannot hold. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** A name with U+FFFD in place of what it cannot hold; of `__proto__` each line is one. */
export const storableName = (name: string): string =>
  name === FORBIDDEN_KEY ? name.replaceAll("_", "\uFFFD") : storableText(name);

/**
 * Repairs what {@link checkJsonValue} refuses, for what must not be refused: characters become U+FFFD, numbers that are
 * not finite 0, and what nests deeper than `maxDepth` null.
 *
 * @returns the value itself where nothing was repaired, and how many places were.
 */
export function repairJson<T extends Json>(value: T, maxDepth: number): { value: T; repairs: number } {
  if (checkJsonValue(value, [], maxDepth).length === 0) return { value, repairs: 0 };
  let repairs = 0;
  const noted = <V extends Json>(before: V, after: V): V => {
    if (before !== after) repairs += 1;
    return after;
  };
  const repair = (each: Json, depth: number): Json => {
    if (typeof each === "string") return noted(each, storableText(each));
    if (typeof each === "number") return noted(each, Number.isFinite(each) ? each : 0);
    if (typeof each !== "object" || each === null) return each;
    if (depth > maxDepth) return noted<Json>(each, null);
    if (!isJsonObject(each)) return each.map((item) => repair(item, depth + 1));
    return Object.fromEntries(
      Object.entries(each).map(([name, field]) => [noted(name, storableName(name)), repair(field, depth + 1)]),
    );
  };
  return { value: repair(value, 1) as T, repairs };
}
