import { pathFault, splitPath } from "../filter/property-path.ts";
import type { Json } from "../json.ts";
import type { RowFile } from "./row-file.ts";

/** Fields of an entity that a column can be, but for its properties. */
export const ROW_FIELDS = ["external_id", "name", "type", "parent_external_id", "parent_name"] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** Types in which the text of a cell can be read as a property's value. */
export const VALUE_TYPES = ["text", "number", "boolean", "json"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Mapping of a column of a file. */
export interface ColumnMapping {
  readonly column: string;
  /** One of {@link ROW_FIELDS}, `properties`, or `properties.` and a path. */
  readonly to: string;
  readonly as?: ValueType | undefined;
}

/** Target of a mapping: a field, or a path inside `properties`, which is empty for all of them. */
export type Target = { readonly field: RowField } | { readonly path: readonly string[] };

/** Returns the target that a mapping's `to` names, or the reason why it names none. */
export function targetOf(to: string): Target | { readonly fault: string } {
  const field = ROW_FIELDS.find((each) => each === to);
  if (field !== undefined) return { field };
  const [root, ...path] = splitPath(to);
  if (root !== "properties") return { fault: `send one of ${ROW_FIELDS.join(", ")}, properties or properties.<path>` };
  if (path.includes("")) return { fault: "a key of a property path cannot be empty" };
  const fault = pathFault(path);
  return fault === null ? { path } : { fault };
}

/** Names that people give the columns of their files, without case, spaces and signs. */
const USUAL_NAMES: Readonly<Record<Exclude<RowField, "parent_name">, readonly string[]>> = {
  external_id: ["externalid", "id", "idinyourgame", "code", "key", "identifier", "uid", "slug"],
  name: ["name", "title", "label", "displayname"],
  type: ["type", "kind"],
  parent_external_id: ["parentexternalid", "parent", "parentid", "parentcode", "within", "partof"],
};

/** Names of columns in files without ids, where people call others by their names. */
const NAMED_PARENT = ["parentname", "parent", "within", "partof", "place", "location", "where", "locatedin", "livesin"];
const NAME_PARTS = [
  ["firstname", "givenname", "forename"],
  ["lastname", "surname", "familyname"],
] as const;

/** Whether several columns may have one target: their texts become one value, with spaces between them. */
export function canShare({ to, as }: Pick<ColumnMapping, "to" | "as">, { isText }: Pick<RowFile, "isText">): boolean {
  return to === "name" || (to.startsWith("properties.") && (as ?? (isText ? "text" : "json")) === "text");
}

/** Rows that are looked at to tell the type of a column. */
const SAMPLED = 200;

/** A column as exports write it: a property with the type of its cells. */
const OWN_COLUMN = /^(properties(?:\.[^:]+)?)(?::(text|number|boolean|json))?$/;

/**
 * Proposes what each column of a file is, by the names that exports write, then by those that people usually give; all else are
 * properties of the column's name. A file without ids calls places by their names, and may have names in two columns. Where the type of
 * all rows is settled no column is the type, but for files of our own.
 */
export function proposeMapping(file: RowFile, { hasType = false } = {}): ColumnMapping[] {
  const fields = new Map<string, RowField>();
  const named = new Map<string, string>();
  for (const column of file.columns) if (!named.has(plain(column))) named.set(plain(column), column);
  const columnOf = (names: readonly string[]) =>
    names.flatMap((name) => named.get(plain(name)) ?? []).find((each) => !fields.has(each));
  const take = (field: RowField, names: readonly string[]) => {
    const column = columnOf([field, ...names]);
    if (column !== undefined) fields.set(column, field);
    return column !== undefined;
  };
  const hasIds = take("external_id", USUAL_NAMES.external_id);
  const parts = hasIds || named.has("name") ? [] : NAME_PARTS.flatMap((names) => columnOf(names) ?? []);
  for (const column of parts) fields.set(column, "name");
  if (parts.length === 0) take("name", USUAL_NAMES.name);
  if (!hasType || file.columns.includes("external_id")) take("type", USUAL_NAMES.type);
  if (hasIds || named.has(plain("parent_external_id"))) take("parent_external_id", USUAL_NAMES.parent_external_id);
  else take("parent_name", NAMED_PARENT);
  const types = file.isText ? typesOfColumns(file) : [];
  return file.columns.flatMap((column, place): ColumnMapping[] => {
    const field = fields.get(column);
    if (field !== undefined) return [{ column, to: field }];
    const [, own, type] = OWN_COLUMN.exec(column) ?? [];
    // The names of what lies inside objects have dots of their own.
    const path = file.isText ? column.replaceAll(/[.:]/g, "_").trim() : column;
    const to = own ?? `properties.${path}`;
    if ("fault" in targetOf(to)) return [];
    const as = file.isText ? ((type as ValueType | undefined) ?? types[place] ?? "text") : "json";
    return [{ column, to, as }];
  });
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Types by the place of their column; text where cells look like several, none where all of them are empty. */
function typesOfColumns({ rows }: RowFile): (ValueType | undefined)[] {
  const types: (ValueType | undefined)[] = [];
  for (const { cells } of rows.slice(0, SAMPLED)) {
    for (const [place, cell] of cells.entries()) {
      const type = typeOfText(cell);
      if (type !== null) types[place] = (types[place] ?? type) === type ? type : "text";
    }
  }
  return types;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the type that the text of a cell looks like; null for an empty one. A number that begins with 0 is a code,
 * such as `004`.
 */
export function typeOfText(cell: Json | undefined): "text" | "number" | "boolean" | null {
  if (typeof cell !== "string" || cell.trim() === "") return null;
  const text = cell.trim();
  if (numberOf(text) !== null && !/^[+-]?0\d/.test(text)) return "number";
  return /^(?:true|false|yes|no)$/i.test(text) ? "boolean" : "text";
}

/** The number that a text is; null for an integer that would be kept as another. */
function numberOf(text: string): number | null {
  if (!NUMBER.test(text)) return null;
  const number = Number(text);
  const isKept = Number.isSafeInteger(number) || String(number) === text || !/^[+-]?\d+$/.test(text);
  return Number.isFinite(number) && isKept ? number : null;
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0)$/i;

/** The value that a cell has as a type, or what is wrong with it. */
export function readCell(cell: Json, as: ValueType): { readonly value: Json } | { readonly fault: string } {
  const text = typeof cell === "string" ? cell.trim() : null;
  switch (as) {
    case "text":
      return typeof cell === "object" ? { fault: "must be text" } : { value: String(cell) };
    case "number": {
      if (typeof cell === "number") return { value: cell };
      const number = text === null ? null : numberOf(text);
      return number === null ? { fault: "must be a number" } : { value: number };
    }
    case "boolean":
      if (typeof cell === "boolean") return { value: cell };
      if (text !== null && YES.test(text)) return { value: true };
      return text !== null && NO.test(text) ? { value: false } : { fault: "must be yes or no" };
    case "json":
      try {
        return { value: JSON.parse(String(cell)) as Json };
      } catch {
        return { fault: "must be JSON" };
      }
  }
}
