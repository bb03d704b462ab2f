import { compareCodePoints } from "../code-points.ts";
import type { Json } from "../json.ts";
import { type PropertyPath, valueAt } from "./property-path.ts";

export type SortOrder = "asc" | "desc";

/** Item that can be ordered by a property. */
interface SortableByProperty {
  readonly id: string;
  readonly properties: Json;
}

/**
 * The order of things by a property: number < string < boolean < anything else, missing last in both directions. Values of
 * the last kind (null, arrays, objects) tie with each other; ties are broken by id in the direction of the sort.
 */
export function propertyComparator(
  path: PropertyPath,
  order: SortOrder,
): (a: SortableByProperty, b: SortableByProperty) => number {
  const direction = order === "asc" ? 1 : -1;
  return (a, b) => {
    const left = valueAt(a.properties, path);
    const right = valueAt(b.properties, path);
    if (left === undefined || right === undefined) {
      if (left !== undefined) return -1;
      if (right !== undefined) return 1;
    } else {
      const comparison = compareValues(left, right);
      if (comparison !== 0) return direction * comparison;
    }
    return direction * compareCodePoints(a.id, b.id);
  };
}

function compareValues(a: Json, b: Json): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0) return ranks;
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  return 0;
}

function rank(value: Json): number {
  switch (typeof value) {
    case "number":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return 3;
  }
}
