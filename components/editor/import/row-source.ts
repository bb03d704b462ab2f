import { type ColumnMapping, canShare, proposeMapping, type RowField, type ValueType } from "#domain/rows/mapping.ts";
import { ROW_FILE_BYTES, type RowFile, RowFileFault, type RowFormat, readRowFile } from "#domain/rows/row-file.ts";
import { FormMistake } from "../../ui/form/form-errors.ts";

/** Longest time for which reading blocks the page, in milliseconds. */
const TURN_MS = 30;

/**
 * Kinds of entities that the rows of a file can become: their name on the page, and the type of rows that give none of
 * their own.
 */
export const IMPORT_KINDS = {
  place: { many: "places", type: "location", hasOwnTypes: false, address: "places" },
  character: { many: "characters", type: "character", hasOwnTypes: false, address: "cast" },
  group: { many: "groups", type: "group", hasOwnTypes: true, address: "groups" },
  thing: { many: "things", type: "thing", hasOwnTypes: true, address: "things" },
} as const;
export type ImportKind = keyof typeof IMPORT_KINDS;

/** A file that was chosen or pasted, with what its columns are taken for. */
export interface RowSource {
  readonly name: string;
  readonly format: RowFormat;
  readonly content: string;
  readonly file: RowFile;
  readonly columns: readonly ChosenColumn[];
}

/** Column of a file with the field that it fills; `field` is null for a column that is left out. */
export interface ChosenColumn {
  readonly column: string;
  readonly field: RowField | "property" | null;
  /** The path of a property. */
  readonly path: string;
  readonly as: ValueType;
}

/**
 * Reads rows from text and proposes what their columns are.
 *
 * @throws FormMistake with a sentence, where there are none.
 */
export async function readRows(
  { name, content, format = formatOf(name, content) }: NamedRows,
  kind: ImportKind,
): Promise<RowSource> {
  refuseLarge(content.length);
  try {
    const file = await read(format, content);
    if (file.rows.length === 0) throw new FormMistake("The file has no rows.");
    const proposed = proposeMapping(file, { hasType: !IMPORT_KINDS[kind].hasOwnTypes });
    return { name, format, content, file, columns: file.columns.map((column) => chosen(column, proposed, file)) };
  } catch (error) {
    throw error instanceof RowFileFault ? new FormMistake(error.message) : error;
  }
}

/** Name and rows of a file that was chosen, or of cells that were pasted. */
export interface NamedRows {
  readonly name: string;
  readonly content: string;
  /** Format of the content, where its name does not tell it. */
  readonly format?: RowFormat;
}

/**
 * Reads the rows of a file as text; those of an Excel file as CSV.
 *
 * @throws FormMistake with a sentence, where there are none.
 */
export async function rowsOfFile(file: File): Promise<NamedRows> {
  const { name } = file;
  refuseLarge(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.xlsx$/i.test(name)) {
    const { csv, sheet, count } = await (await import("./sheet-file.ts")).readSheetFile(bytes);
    return { name: count === 1 ? name : `${name}, sheet “${sheet}” of ${count}`, content: csv };
  }
  try {
    return { name, content: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new FormMistake("The file is neither text nor an Excel file (.xlsx). Save it as “CSV UTF-8”.");
  }
}

/** @throws FormMistake with a sentence, where a file is larger than the server accepts. */
function refuseLarge(bytes: number): void {
  if (bytes > ROW_FILE_BYTES) throw new FormMistake(`The file is larger than ${ROW_FILE_BYTES / 1024 / 1024} MiB.`);
}

/** JSON begins with a bracket; with one object a line it is NDJSON. */
function formatOf(name: string, content: string): RowFormat {
  const text = content.replace(/^\ufeff/, "").trimStart();
  if (!/\.(?:json|ndjson|jsonl)$/i.test(name) && !/^[[{]/.test(text)) return "csv";
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return "ndjson";
  const [line = ""] = text.split("\n", 1);
  return text.startsWith("{") && isJson(line) && text.trimEnd() !== line.trimEnd() ? "ndjson" : "json";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads in steps, so that the page answers between them. */
async function read(format: RowFormat, content: string): Promise<RowFile> {
  const steps = readRowFile(format, content);
  for (let begun = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  }
}

function chosen(column: string, proposed: readonly ColumnMapping[], file: RowFile): ChosenColumn {
  const found = proposed.find((each) => each.column === column);
  const path = column.replaceAll(".", "_");
  const as = found?.as ?? (file.isText ? "text" : "json");
  if (found === undefined) return { column, field: null, path, as };
  if (!found.to.startsWith("properties")) return { column, field: found.to as ChosenColumn["field"], path, as };
  return { column, field: "property", path: found.to.slice("properties.".length), as };
}

/** Returns the mapping of the columns that is sent; columns that are left out are not named in it. */
export function mappingOf({ columns, file }: Pick<RowSource, "columns" | "file">): ColumnMapping[] {
  return columns.flatMap(({ column, field, path, as }) => {
    if (field === null) return [];
    if (field !== "property") return [{ column, to: field }];
    const to = path === "" ? "properties" : `properties.${path}`;
    return [{ column, to, ...(file.isText && { as }) }];
  });
}

/** Returns the reason why the columns cannot be imported as they are; null where they can. */
export function faultOfColumns({ columns, file }: Pick<RowSource, "columns" | "file">): string | null {
  const mapping = mappingOf({ columns, file });
  const isThere = (...fields: RowField[]) => fields.every((field) => mapping.some(({ to }) => to === field));
  if (!isThere("external_id") && !isThere("name")) return "Choose which column is the name.";
  if (isThere("parent_external_id", "parent_name")) return "Choose one column for the place: its name or its ID.";
  const twice = mapping.find((each, at) => {
    return !canShare(each, file) && mapping.findIndex(({ to }) => to === each.to) !== at;
  });
  return twice === undefined
    ? null
    : `“${twice.column}” has the same meaning as another column. Only names and text can be put together.`;
}
