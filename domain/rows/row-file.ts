import { isJsonObject, type Json } from "../json.ts";
import { STEP, type Steps } from "../steps.ts";
import { CsvFault, readCsv } from "./csv.ts";
import { leavesOf } from "./leaves.ts";

/** Formats that rows are read from and written in. */
export const ROW_FORMATS = ["csv", "json", "ndjson"] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** Bytes of a file. */
export const ROW_FILE_BYTES = 16 * 1024 * 1024;

/** Columns of a file: a table of an entity's properties has fewer, and their values have to fit in one entity. */
const MAX_COLUMNS = 2_000;

/** A file of rows. */
export interface RowFile {
  /** The names of its columns, each once. Values inside objects are columns with dotted names. */
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
  /** Whether cells are text alone, so that what they mean has to be said. */
  readonly isText: boolean;
}

/** A row as it was read. */
export interface SourceRow {
  /** Counted from 1: the row of the spreadsheet, the line of NDJSON, the entry of the list. */
  readonly number: number;
  /** Cells by the place of their column: a list where most are there, a map where few of many may be. */
  readonly cells: Pick<ReadonlyMap<number, Json | undefined>, "entries">;
  /** Reason why the row cannot be used at all. */
  readonly fault: string | null;
}

/** A file in which no rows can be found. */
export class RowFileFault extends Error {
  override readonly name = "RowFileFault";
}

/**
 * Reads a file of rows, in steps. JSON may be its text or the value: a list of objects, or an object that holds one.
 *
 * @throws {@link RowFileFault} where it is no such file, in words for whoever chose it.
 */
export function* readRowFile(format: RowFormat, content: unknown): Steps<RowFile> {
  if (format === "json") return yield* objectsFile(listIn(typeof content === "string" ? jsonOf(content) : content));
  if (typeof content !== "string") throw new RowFileFault(`A ${format.toUpperCase()} file must be text.`);
  return yield* format === "csv" ? csvFile(content) : objectsFile(linesOf(content));
}

function* csvFile(content: string): Steps<RowFile> {
  try {
    const [head, ...records] = yield* readCsv(content);
    if (head === undefined) throw new RowFileFault("The file is empty.");
    requireColumns(head.cells.length);
    const columns = distinct(head.cells.map((cell, at) => (cell?.trim() ? cell : `Column ${at + 1}`)));
    const rows = records.map(({ number, cells }): SourceRow => {
      const isLong = cells.slice(columns.length).some((cell) => cell !== null);
      const fault = isLong ? "the row has more cells than there are columns" : null;
      return { number, cells: cells.slice(0, columns.length).map((cell) => cell ?? undefined), fault };
    });
    return { columns, rows, isText: true };
  } catch (error) {
    if (error instanceof CsvFault) throw new RowFileFault(`Row ${error.row}: ${error.message}.`);
    throw error;
  }
}

/** @throws {@link RowFileFault} where a file has too many columns. */
function requireColumns(count: number): void {
  if (count > MAX_COLUMNS)
    throw new RowFileFault(`The file has more than ${MAX_COLUMNS.toLocaleString("en")} columns.`);
}

/** Names of which each stands once: a second "Name" is "Name (2)". */
function distinct(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    for (let count = counts.get(name) ?? 0; counts.has(free); free = `${name} (${count})`) counts.set(name, ++count);
    counts.set(free, 1);
    return free;
  });
}

/** An entry of a list of objects, or why it is none. */
interface Entry {
  readonly number: number;
  readonly value: unknown;
}

function* objectsFile(entries: readonly Entry[]): Steps<RowFile> {
  const places = new Map<string, number>();
  const rows: SourceRow[] = [];
  for (const { number, value } of entries) {
    const cells = new Map<number, Json>();
    const isRow = isJsonObject(value);
    for (const [path, leaf] of isRow ? leavesOf(value) : []) {
      const place = places.get(path) ?? places.size;
      requireColumns(place + 1);
      places.set(path, place);
      cells.set(place, leaf);
    }
    rows.push({ number, cells, fault: isRow ? null : "the row is not a JSON object" });
    if (rows.length % STEP === 0) yield;
  }
  return { columns: [...places.keys()], rows, isText: false };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new RowFileFault("The file is not JSON.");
  }
}

/** Returns the list of a JSON value that is one, or an object that contains one; null for any other. */
function onlyList(value: unknown): readonly unknown[] | null {
  const lists = isJsonObject(value) ? Object.values(value).filter(Array.isArray) : [value];
  const [list] = lists;
  return lists.length === 1 && Array.isArray(list) ? list : null;
}

/** Whether a JSON value is rows: a list of objects, or an object that contains one. */
export function holdsRows(value: unknown): boolean {
  const list = onlyList(value);
  return list !== null && list.length > 0 && list.every(isJsonObject);
}

function listIn(value: unknown): Entry[] {
  const list = onlyList(value);
  if (list === null) {
    throw new RowFileFault("JSON must be a list of objects, or an object that contains one list.");
  }
  return list.map((each, index) => ({ number: index + 1, value: each }));
}

function linesOf(text: string): Entry[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .flatMap((line, index) => (line.trim() === "" ? [] : [{ number: index + 1, value: parsed(line) }]));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
