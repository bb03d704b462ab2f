import { type SQL, sql } from "drizzle-orm";
import { type PropertyPath, pathFault, splitPath } from "#domain/filter/property-path.ts";
import type { SortOrder } from "#domain/filter/sort.ts";
import { propertySql } from "./property-sql.ts";
import { column } from "./row.ts";

/** One sort key. Only keys that may be null say where nulls go: an index over a plain column does not serve NULLS LAST backwards. */
interface SortTerm {
  readonly expression: SQL;
  readonly nullable: boolean;
}

/** A total order over the versions of a list; the last key is always the id. */
export interface Sort {
  readonly terms: readonly SortTerm[];
  readonly order: SortOrder;
  /** Whether keys are computed from each row, so that no index can serve the order. */
  readonly computed: boolean;
}

/** What a resource lets its lists be sorted by. */
export interface Sortable {
  /** Column names, each with `nullable` and, where the name is not a column of the table, an expression over the row. */
  readonly columns: Readonly<Record<string, { readonly nullable?: boolean; readonly expression?: SQL }>>;
  /** Whether other names are paths into the jsonb column `properties`. */
  readonly properties: boolean;
}

export type CompiledSort =
  | { readonly ok: true; readonly sort: Sort }
  | { readonly ok: false; readonly message: string };

const PROPERTIES_PREFIX = "properties.";

/** The order of creation, in which every list stands unless it is told otherwise. */
export function creationSort(order: SortOrder): Sort {
  return { terms: [plain("created_seq"), plain("id")], order, computed: false };
}

/**
 * The order that `sort_by` and `sort_order` ask for: a column name first, else a property path; `properties.x` is always a
 * property. Missing values come last in both directions, ties break on id in the direction of the sort.
 */
export function compileSort(sortBy: string | null, order: SortOrder, sortable: Sortable): CompiledSort {
  if (sortBy === null) return { ok: true, sort: creationSort(order) };
  if (sortBy === "") return { ok: false, message: "A sort needs the name of a column or of a property." };
  const target = Object.hasOwn(sortable.columns, sortBy) ? sortable.columns[sortBy] : undefined;
  if (target !== undefined) {
    const term = { expression: target.expression ?? column(sortBy), nullable: target.nullable ?? false };
    const terms = sortBy === "id" ? [term] : [term, plain("id")];
    return { ok: true, sort: { terms, order, computed: target.expression !== undefined } };
  }
  if (!sortable.properties) {
    return { ok: false, message: `This list can be sorted by ${Object.keys(sortable.columns).join(", ")}.` };
  }
  const named = sortBy.startsWith(PROPERTIES_PREFIX) ? sortBy.slice(PROPERTIES_PREFIX.length) : sortBy;
  const path = splitPath(named);
  const fault = pathFault(path);
  if (fault !== null) return { ok: false, message: fault };
  return { ok: true, sort: { terms: [...propertyTerms(path), plain("id")], order, computed: true } };
}

/** The ORDER BY list; `reversed` gives the exact opposite order, in which the last rows are the first to be found. */
export function orderBy(sort: Sort, reversed = false): SQL {
  const ascending = (sort.order === "asc") !== reversed;
  const direction = sql.raw(ascending ? "ASC" : "DESC");
  const nulls = sql.raw(reversed ? "NULLS FIRST" : "NULLS LAST");
  return sql.join(
    sort.terms.map(({ expression, nullable }) =>
      nullable ? sql`${expression} ${direction} ${nulls}` : sql`${expression} ${direction}`,
    ),
    sql`, `,
  );
}

function plain(name: string): SortTerm {
  return { expression: column(name), nullable: false };
}

/**
 * Two keys: the first is jsonb, whose documented order of types (number < boolean < array < object) carries the rank of
 * every value and the order of numbers and booleans; strings share one place there and are told apart by the second key,
 * by code point. Three plain keys (rank, number, text) took 80 ms where these take 63, over 100,000 rows.
 */
function propertyTerms(path: PropertyPath): SortTerm[] {
  const value = sql`(${propertySql(column("properties"), path)})`;
  const place = sql`CASE jsonb_typeof(${value}) WHEN 'number' THEN ${value} WHEN 'string' THEN 'false'::jsonb
    WHEN 'boolean' THEN jsonb_build_array(${value}) WHEN 'null' THEN '{}' WHEN 'array' THEN '{}' WHEN 'object' THEN '{}' END`;
  const string = sql`CASE jsonb_typeof(${value}) WHEN 'string' THEN ${value} #>> '{}' END COLLATE "C"`;
  return [place, string].map((expression) => ({ expression, nullable: true }));
}
