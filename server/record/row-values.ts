import { getTableConfig } from "drizzle-orm/pg-core";
import type { JsonObject } from "#domain/json.ts";
import { TABLES } from "#drizzle/tables.ts";
import type { Statement } from "./statement.ts";

/** Rows of one statement at most that are given value by value; it has a text for each number of them. */
export const FEW_ROWS = 8;

interface Column {
  readonly name: string;
  /** Whether the server takes JSON, an array, or a true or false; anything else is sent as text. */
  readonly form: "json" | "array" | "boolean" | "text";
}

/** Declaration of a table, and the texts that insert so many rows into it. */
interface KnownTable {
  readonly names: ReadonlySet<string>;
  readonly columns: readonly Column[];
  readonly texts: string[];
}

const known = new Map<string, KnownTable>();

/**
 * Returns the statement that inserts a few rows, given as JSON objects whose keys are column names; a column without a key is null.
 * Columns that are not declared are left out. All rows belong to one project: its id is the first parameter, by which a sharded
 * PostgreSQL sends the values to their shard and keeps the plan. Rows that are read from one JSON parameter it would gather on its
 * coordinator and copy in two phases.
 *
 * @param conflict - the end of the statement from `ON CONFLICT` on, always the same for a table.
 */
export function insertValues(table: string, rows: readonly JsonObject[], conflict = ""): Statement {
  const { columns, texts } = tableOf(table);
  texts[rows.length] ??= textFor(table, columns, rows.length);
  const values: unknown[] = [rows[0]?.project_id];
  for (const row of rows) {
    for (const { name, form } of columns) values.push(sentAs(row[name] ?? null, form));
  }
  return { text: `${texts[rows.length]}${conflict}`, values };
}

/** Whether all columns of a row are declared; what is not would be left out by {@link insertValues}. */
export function isDeclared(table: string, row: JsonObject): boolean {
  const { names } = tableOf(table);
  return Object.keys(row).every((name) => names.has(name));
}

/** All columns but that of the project, which comes first in the text. */
function tableOf(table: string): KnownTable {
  let found = known.get(table);
  if (found === undefined) {
    const declared = TABLES.find((each) => getTableConfig(each).name === table);
    if (declared === undefined) throw new Error(`there is no table ${table}`);
    const all = getTableConfig(declared).columns;
    const columns = all.filter(({ name }) => name !== "project_id");
    found = {
      names: new Set(all.map(({ name }) => name)),
      columns: columns.map((column) => ({ name: column.name, form: formOf(column.getSQLType()) })),
      texts: [],
    };
    known.set(table, found);
  }
  return found;
}

function formOf(type: string): Column["form"] {
  if (type.startsWith("json")) return "json";
  if (type.endsWith("]")) return "array";
  return type === "boolean" ? "boolean" : "text";
}

function textFor(table: string, columns: readonly Column[], rows: number): string {
  const names = columns.map(({ name }) => `, "${name}"`).join("");
  const row = (n: number) => `($1${columns.map((_, i) => `, $${2 + n * columns.length + i}`).join("")})`;
  return `INSERT INTO "${table}" (project_id${names}) VALUES ${Array.from({ length: rows }, (_, n) => row(n)).join(", ")}`;
}

/** A value as the driver sends it without knowing the column: null, true or false, an array, or text. */
function sentAs(value: JsonObject[string], form: Column["form"]): unknown {
  if (value === null || value === undefined) return null;
  if (form === "boolean" || (form === "array" && Array.isArray(value))) return value;
  if (form === "json" || typeof value === "object") return JSON.stringify(value);
  return typeof value === "string" ? value : String(value);
}
