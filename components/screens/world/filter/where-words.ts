import type { FilterOperator, Predicate, PropertyFilter } from "#domain/filter/property-filter.ts";
import { formatPath } from "#domain/filter/property-path.ts";
import { isJsonObject, type Json } from "#domain/json.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";

/** Words of each operator between a property and a value. */
const WORDS: Readonly<Record<FilterOperator, string>> = {
  $eq: "is",
  $ne: "is not",
  $in: "is one of",
  $contains: "contains",
  $gt: "is more than",
  $gte: "is at least",
  $lt: "is less than",
  $lte: "is at most",
};
/** Words where texts are compared, which they are by their letters. */
const WORDS_OF_TEXTS: Partial<Record<FilterOperator, string>> = {
  $gt: "comes after",
  $gte: "is or comes after",
  $lt: "comes before",
  $lte: "is or comes before",
};

/** An operator in words, as it compares texts or anything else. */
export function operatorWords(operator: FilterOperator, isText: boolean): string {
  return (isText ? WORDS_OF_TEXTS[operator] : undefined) ?? WORDS[operator];
}

/** A condition in words: “kind is “island””. */
export function conditionWords({ path, operator, operand }: Predicate): string {
  const words = operatorWords(operator, typeof operand === "string");
  const all = operator === "$contains" && Array.isArray(operand) && operand.length > 1 ? " all of" : "";
  return `${formatPath(path)} ${words}${all} ${valueWords(operand as Json)}`;
}

/** A filter in words: “places whose kind is “island” and country is one of “GR”, “IT””. */
export function whereWords(filter: PropertyFilter, many: string): string {
  return filter.length === 0 ? `all ${many}` : `${many} whose ${filter.map(conditionWords).join(" and ")}`;
}

function valueWords(value: Json): string {
  if (value === null) return "nothing";
  if (typeof value === "string") return `“${value}”`;
  if (typeof value === "boolean") return yesOrNo(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : value.map(valueWords).join(", ");
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
