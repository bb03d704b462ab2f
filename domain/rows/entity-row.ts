import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { unguarded } from "./csv.ts";
import { withValues } from "./leaves.ts";
import { type ColumnMapping, type RowField, readCell, type Target, targetOf, type ValueType } from "./mapping.ts";
import type { RowFile, SourceRow } from "./row-file.ts";

/** Fields of an entity in a row; fields that the row does not name are absent. */
export interface EntityRow {
  readonly external_id?: string;
  readonly name?: string;
  readonly type?: string;
  /** Null says that it has no parent. */
  readonly parent_external_id?: string | null;
  /** Name of the place it is in; null says that it is in none. */
  readonly parent_name?: string | null;
  /** Values of properties, each with its path; an empty path is for all keys of an object. */
  readonly properties: readonly (readonly [path: readonly string[], value: Json])[];
}

/** Mistake in a row. */
export interface RowFault {
  /** The field of the entity; empty for the whole row. */
  readonly loc: readonly string[];
  readonly message: string;
  readonly input?: Json;
}

/** Reader of the rows of one file. */
type ReadRow = (row: SourceRow) => { entity: EntityRow; faults: RowFault[] };

/** Prepares to read the rows of a file as entities. A cell that is empty says nothing; `""`, in quotes, is an empty text. */
export function rowReader(file: RowFile, mapping: readonly ColumnMapping[]): ReadRow {
  const places = new Map(file.columns.map((column, place) => [column, place]));
  const times = new Map<string, number>();
  for (const { to } of mapping) times.set(to, (times.get(to) ?? 0) + 1);
  const mapped = mapping.flatMap(({ column, to, as }, turn) => {
    const target = targetOf(to);
    const place = places.get(column);
    return "fault" in target || place === undefined
      ? []
      : [{ place, turn, target, as: as ?? (file.isText ? "text" : "json"), isShared: (times.get(to) ?? 0) > 1 }];
  });
  const columns = Map.groupBy(mapped, ({ place }) => place);
  return ({ cells, fault }) => {
    if (fault !== null) return { entity: { properties: [] }, faults: [{ loc: [], message: fault }] };
    const faults: RowFault[] = [];
    const fields: Partial<Record<RowField, string | null>> = {};
    const properties: [readonly string[], Json][] = [];
    // Only the cells that are there: most rows may have few of many columns.
    const filled = [...cells.entries()].flatMap(([place, cell]) => {
      return cell === undefined ? [] : (columns.get(place) ?? []).map((column) => ({ ...column, cell }));
    });
    for (const { cell, target, as, isShared } of filled.sort((a, b) => a.turn - b.turn)) {
      if (isEmpty(cell, target, as, file.isText)) continue;
      const isVerbatim = !file.isText && as === "json";
      const text = file.isText && typeof cell === "string" && as === "text" ? unguarded(cell) : cell;
      if ("field" in target) {
        const read = readField(target.field, text);
        if ("fault" in read) faults.push({ loc: [target.field], message: read.fault, input: cell });
        else fields[target.field] = isShared ? joined(fields[target.field], read.value) : read.value;
        continue;
      }
      const read = isVerbatim ? { value: cell } : readCell(text, as);
      const problem = "fault" in read ? read.fault : faultOfWhole(target, read.value);
      if (problem !== null) faults.push({ loc: ["properties", ...target.path], message: problem, input: cell });
      else if ("value" in read) {
        const before = isShared ? properties.find(([path]) => path.join(".") === target.path.join(".")) : undefined;
        if (before === undefined) properties.push([target.path, read.value]);
        else before[1] = joined(before[1], read.value);
      }
    }
    return { entity: { ...(fields as Partial<EntityRow>), properties }, faults };
  };
}

/** The value of columns that share a field: their texts, with a space between. */
function joined(before: Json | undefined, more: Json): string {
  return [before, more].flatMap((each) => (each == null ? [] : String(each).trim() || [])).join(" ");
}

/** Whether a cell has no value of its type: programs that quote every cell quote empty ones too, and JSON has null for what is not there. */
function isEmpty(cell: Json, target: Target, as: ValueType, isText: boolean): boolean {
  if ("field" in target) return cell === null && !isParent(target.field);
  return isText && as !== "text" && cell === "";
}

const isParent = (field: RowField) => field === "parent_external_id" || field === "parent_name";

function readField(field: RowField, cell: Json): { value: string | null } | { fault: string } {
  // No parent: null in JSON, and in CSV a cell that is empty in quotes.
  if (isParent(field) && (cell === null || cell === "")) return { value: null };
  if (typeof cell === "string" || typeof cell === "number") return { value: String(cell) };
  return { fault: "must be text" };
}

function faultOfWhole(target: Exclude<Target, { field: RowField }>, value: Json): string | null {
  return target.path.length > 0 || isJsonObject(value) ? null : "must be a JSON object";
}

/** The properties of an entity with what a row says of them. */
export function mergedProperties(before: JsonObject, row: Pick<EntityRow, "properties">): JsonObject {
  return withValues(before, row.properties);
}
