import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import type { Json } from "#domain/json.ts";
import type { Entity } from "../entity/use-entity.ts";
import type { CellField } from "./pasted-block.ts";

/** Fields of the columns of a table that are no properties. */
const FIELDS: Readonly<Record<string, CellField>> = { name: "name", id: "external_id", place: "parent_id" };

/** Returns the field that a column of a table shows; undefined for one that is only read. */
export function fieldOf(column: string): CellField | undefined {
  if (column.startsWith("properties.")) return column as CellField;
  return Object.hasOwn(FIELDS, column) ? FIELDS[column] : undefined;
}

/** Returns the value that a column of a table shows of an entity; undefined where there is none. */
export function columnValue(row: Entity, column: string): Json | undefined {
  const field = fieldOf(column);
  return field === undefined ? undefined : fieldValue(row, field);
}

/** Returns the value of a field. */
export function fieldValue(row: Entity, field: CellField): Json | undefined {
  if (field === "name" || field === "external_id" || field === "parent_id") return row[field];
  return valueAt(row.properties as Json, splitPath(field.slice("properties.".length)));
}
