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

/** A word of a shell command, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The public request of a list as a shell command, with the key left to its variable.
 *
 * @param query what the list asks for beside its project; what is undefined is left out
 */
export function curlOf(origin: string, project_id: string, query: Readonly<Record<string, unknown>>): string {
  return [
    `curl -G ${quoted(`${origin}/v1/projects/${project_id}/entities`)}`,
    '-H "Authorization: Bearer $FABULA_API_KEY"',
    ...Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [`--data-urlencode ${quoted(`${name}=${value}`)}`],
    ),
  ].join(" \\\n  ");
}
