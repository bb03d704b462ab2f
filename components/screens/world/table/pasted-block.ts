import { mergePatch, patchBetween } from "#domain/change/merge-patch.ts";
import { splitPath, valueAt } from "#domain/filter/property-path.ts";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { CsvFault, readCsv, tabbedLine } from "#domain/rows/csv.ts";
import { runToEnd } from "#domain/steps.ts";
import { valueFaults } from "#domain/templates/check-properties.ts";
import { textOfValue, valueOfText } from "#domain/templates/property-values.ts";
import type { PropertyDefinition } from "#domain/templates/template.ts";
import { draftOfValue, type Kind, kindOf, propertyPatch, readValue } from "../entity/property-edit.ts";
import type { ManyParts, Part } from "./many-change.ts";

/** Fields of a table's row that can be pasted into. */
export interface PastedRow {
  readonly id: string;
  readonly name: string;
  readonly external_id: string;
  readonly properties: object;
}

/** Field that a column of a block fills: the name, the id in the game, a property by its path, or none. */
export type BlockColumn = "name" | "external_id" | `properties.${string}` | null;

/** Cells that were pasted: what stands over them, where something does, and the rows below. */
export interface Block {
  readonly heads: readonly string[] | null;
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
  /** Cells of the widest row. */
  readonly width: number;
}

const FIELDS = { name: "Name", external_id: "ID in your game", parent_id: "Place" } as const;

/** Returns the heading of a column: its name in the table, or the path of the property. */
export function headOf(column: CellField): string {
  return isProperty(column) ? pathOf(column) : FIELDS[column];
}

const pathOf = (column: `properties.${string}`): string => column.slice("properties.".length);

/**
 * Reads a block as spreadsheets put it on the clipboard: cells between tabs, with quotes where they hold tabs, quotes or line breaks.
 *
 * @throws Error with a sentence, where there is none.
 */
export function readBlock(text: string, paths: readonly string[]): Block {
  const records = recordsOf(text);
  const all = records.map(({ number, cells }) => ({ number, cells: cells.map((cell) => cell ?? "") }));
  const [first, ...rest] = all;
  if (first === undefined) throw new Error("There is nothing to paste.");
  const width = Math.max(...all.map(({ cells }) => cells.length));
  const isHead = first.cells.some((cell) => columnCalled(cell, paths) !== null);
  return isHead ? { heads: first.cells, rows: rest, width } : { heads: null, rows: all, width };
}

/**
 * Reads the lines and cells of a block.
 *
 * @throws Error with a sentence, where it is none.
 */
export function recordsOf(text: string) {
  try {
    return runToEnd(readCsv(text, "\t"));
  } catch (error) {
    throw error instanceof CsvFault ? new Error(`Row ${error.row}: ${error.message}.`) : error;
  }
}

/** The column of a table that a head names; null for none. */
function columnCalled(head: string, paths: readonly string[]): BlockColumn {
  const said = head.trim().toLowerCase();
  for (const field of ["name", "external_id"] as const) {
    if (said === field || said === FIELDS[field].toLowerCase()) return field;
  }
  const path = paths.find((each) => each.toLowerCase() === said);
  return path === undefined ? null : `properties.${path}`;
}

/**
 * Proposes the fields of a block's columns: by their headings, else the names where the first column has some, and the
 * properties of the table in their order.
 *
 * @param shown paths of the properties that the table shows.
 */
export function proposeColumns(
  { heads, width, rows }: Block,
  table: { rows: readonly PastedRow[]; shown: readonly string[]; paths: readonly string[] },
): BlockColumn[] {
  if (heads !== null) return Array.from({ length: width }, (_, at) => columnCalled(heads[at] ?? "", table.paths));
  const names = new Set(table.rows.map(({ name }) => name.trim().toLowerCase()));
  const isNamed = rows.some(({ cells }) => names.has((cells[0] ?? "").trim().toLowerCase()));
  const properties = table.shown.map((path): BlockColumn => `properties.${path}`);
  const own: readonly BlockColumn[] = isNamed ? ["name", ...properties] : properties;
  return Array.from({ length: width }, (_, at) => own[at] ?? null);
}

/** Field of a row that a cell shows: its name, its id in the game, the place that it is in, or a property by its path. */
export type CellField = Exclude<BlockColumn, null> | "parent_id";

/** A cell that would change something. */
export interface CellChange {
  readonly row: PastedRow;
  readonly column: CellField;
  readonly before: Json | undefined;
  /** Undefined removes a property. */
  readonly after: Json | undefined;
}

/** A cell or a row that is left out, and why. */
export interface LeftOut {
  /** Number of the row in the block, from 1. */
  readonly number: number;
  /** Text of the row or the cell. */
  readonly said: string;
  readonly why: string;
}

/** Changes that pasting a block would make. */
export interface PastePlan {
  readonly changes: readonly CellChange[];
  readonly leftOut: readonly LeftOut[];
  /** Cells that say what is there already. */
  readonly same: number;
}

/**
 * Plans the changes that a block makes. Rows are found by their id in the game or by their name where a column holds
 * that, else they are taken one after the other. An empty cell changes nothing.
 *
 * @param rows the rows of the table from the one on which it was pasted.
 * @param kinds the kinds of values that a property has elsewhere, for rows that have none.
 * @param definitions what templates declare.
 */
export function planPaste(
  block: Block,
  columns: readonly BlockColumn[],
  {
    rows,
    from,
    kinds,
    definitions,
  }: {
    rows: readonly PastedRow[];
    from: number;
    kinds: ReadonlyMap<string, Kind>;
    definitions?: Definitions | undefined;
  },
): PastePlan {
  const changes: CellChange[] = [];
  const leftOut: LeftOut[] = [];
  let same = 0;
  const find = rowFinder(columns, rows, from);
  for (const [at, { number, cells }] of block.rows.entries()) {
    const found = find(cells, at);
    if ("why" in found) {
      leftOut.push({ number, said: cells.find((cell) => cell !== "") ?? "", why: found.why });
      continue;
    }
    for (const [place, column] of columns.entries()) {
      const text = cells[place] ?? "";
      if (column === null || column === "external_id" || column === found.by || text === "") continue;
      const read = readCell(found.row, column, text, kinds, definitions);
      if ("problem" in read) leftOut.push({ number, said: text, why: read.problem });
      else if (jsonEqual(read.before ?? null, read.after ?? null)) same += 1;
      else changes.push({ row: found.row, column, before: read.before, after: read.after });
    }
  }
  return { changes, leftOut, same };
}

type RowMatch = { readonly row: PastedRow; readonly by: BlockColumn } | { readonly why: string };

/** Returns the function that finds the row of the table for a row of the block. */
function rowFinder(columns: readonly BlockColumn[], rows: readonly PastedRow[], from: number) {
  const key = columns.includes("external_id") ? "external_id" : columns.includes("name") ? "name" : null;
  const known = key === null ? null : Map.groupBy(rows, (row) => row[key].trim().toLowerCase());
  const place = key === null ? -1 : columns.indexOf(key);
  return (cells: readonly string[], at: number): RowMatch => {
    if (key === null || known === null) {
      const row = rows[from + at];
      return row === undefined ? { why: "There is no row here in the table." } : { row, by: null };
    }
    const found = known.get((cells[place] ?? "").trim().toLowerCase()) ?? [];
    const [row] = found;
    if (row === undefined) return { why: "No row shown has this name or ID." };
    return found.length > 1 ? { why: "Several rows have this name or ID." } : { row, by: key };
  };
}

/** Value of a cell before a change and after it, or what is wrong with what was written. */
export type ReadCell =
  | { readonly before: Json | undefined; readonly after: Json | undefined }
  | { readonly problem: string };

/**
 * Reads what was written or pasted into a cell: as the kind of value that it holds, else as the kind that the property has elsewhere. An
 * empty text removes a property.
 */
export function readCell(
  row: PastedRow,
  column: Exclude<BlockColumn, null>,
  text: string,
  kinds: ReadonlyMap<string, Kind>,
  definitions: Definitions = NONE,
): ReadCell {
  if (column === "name" || column === "external_id") {
    const after = text.trim();
    return after === "" ? { problem: EMPTY[column] } : { before: row[column], after };
  }
  const path = pathOf(column);
  const before = valueAt(row.properties as JsonObject, splitPath(path));
  if (text.trim() === "") return { before, after: undefined };
  const definition = definitions.get(path);
  if (definition !== undefined) return readDefined(definition, before, text);
  const kind = before === undefined ? (kinds.get(path) ?? guessed(text)) : kindOf(before);
  if (kind === "flag") {
    const after = flagOf(text.trim());
    return after === null ? { problem: "The value must be yes or no." } : { before, after };
  }
  const read = readValue(kind, text);
  return "problem" in read ? read : { before, after: read.value };
}

/** Reads a text as the kind that a template declares. What only a check of the template refuses is left to the record. */
function readDefined(definition: PropertyDefinition, before: Json | undefined, text: string): ReadCell {
  const after = valueOfText(definition, text);
  const isTyped = definition.kind === "number" || definition.kind === "boolean" || definition.kind === "date";
  const fault = isTyped && after !== undefined ? valueFaults(definition, after)[0] : undefined;
  return fault === undefined ? { before, after } : { problem: `This ${fault.message}.` };
}

/** Declarations of properties by their paths. */
export type Definitions = ReadonlyMap<string, PropertyDefinition>;
const NONE: Definitions = new Map();

const EMPTY = { name: "A name cannot be empty.", external_id: "An ID cannot be empty." } as const;

const YES = /^(true|yes|1)$/i;
const NO = /^(false|no|0)$/i;

/** Yes or no as spreadsheets write them; null for anything else. */
const flagOf = (text: string): boolean | null => (YES.test(text) ? true : NO.test(text) ? false : null);

function guessed(text: string): Kind {
  if (/^(true|false)$/i.test(text.trim())) return "flag";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? "number" : "text";
}

const isProperty = (column: CellField): column is `properties.${string}` => column.startsWith("properties.");

/** The parts of a batch that make the changes, and those that take them back. */
export function partsOfPaste(changes: readonly CellChange[]): ManyParts {
  const make: Part[] = [];
  const undo: Part[] = [];
  for (const own of Map.groupBy(changes, ({ row }) => row.id).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const { id, properties } = first.row;
    const before = properties as JsonObject;
    let after = before;
    const fields: Record<string, Json> = {};
    const were: Record<string, Json> = {};
    for (const { column, before: was = null, after: value } of own) {
      if (isProperty(column)) {
        after = mergePatch(after, propertyPatch(after, splitPath(pathOf(column)), value)) as JsonObject;
      } else {
        fields[column] = value ?? null;
        were[column] = was;
      }
    }
    const patch = (own: Record<string, Json>, to: JsonObject, than: JsonObject): Part["patch"] => ({
      ...own,
      ...(after !== before && { properties: patchBetween(than, to) }),
    });
    make.push({ op: "update", id, patch: patch(fields, after, before) });
    undo.push({ op: "update", id, patch: patch(were, before, after) });
  }
  return { make, undo };
}

/** Text of a cell for the clipboard, and for the field in which it is edited. */
export function textOfCell(
  row: PastedRow,
  column: Exclude<BlockColumn, null>,
  definitions: Definitions = NONE,
): string {
  if (column === "name" || column === "external_id") return row[column];
  const value = valueAt(row.properties as JsonObject, splitPath(pathOf(column)));
  if (value === undefined) return "";
  if (definitions.has(pathOf(column))) return textOfValue(value);
  const draft = draftOfValue(kindOf(value), value);
  return typeof draft === "string" ? draft : JSON.stringify(draft);
}

/** Rows as a block for the clipboard, under their heads: what a spreadsheet takes, and what {@link readBlock} reads back. */
export function copyBlock(rows: readonly PastedRow[], columns: readonly Exclude<BlockColumn, null>[]): string {
  const lines = [columns.map(headOf), ...rows.map((row) => columns.map((column) => textOfCell(row, column)))];
  return lines.map(tabbedLine).join("\n");
}
