import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import type { Column } from "./list-definition.ts";

/**
 * Returns a free-form value as text: yes and no, numbers and texts as they are, lists separated by commas, all others
 * as JSON.
 */
export function sayValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return value.toLocaleString("en-GB");
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(sayValue).join(", ") : JSON.stringify(value);
}

/** A key of a property as it is read: "stats.hit_points" is "Stats › hit points". */
export function sayKey(path: readonly string[]): string {
  const words = path.map((key) => key.replaceAll(/[_-]+/g, " ").trim() || key).join(" › ");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** A column for each property that is in use, for a person to choose. Their keys are what lists are sorted by: `properties.mood`. */
export function propertyColumns<Row extends { readonly properties: object }>(
  paths: readonly string[],
): readonly Column<Row>[] {
  return paths.map((path, at) => ({
    key: `properties.${path}`,
    label: sayKey(splitPath(path)),
    sort: "ascending",
    cell: ({ properties }) => <span dir="auto">{sayValue(valueAt(properties as Json, splitPath(path)))}</span>,
    value: ({ properties }) => {
      const value = valueAt(properties as Json, splitPath(path));
      return typeof value === "number" ? value : sayValue(value);
    },
    text: ({ properties }) => sayValue(valueAt(properties as Json, splitPath(path))),
    width: 8,
    grows: 1,
    yields: 10 + at,
    isExtra: true,
  }));
}
