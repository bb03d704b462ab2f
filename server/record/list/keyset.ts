import { type SQL, sql } from "drizzle-orm";
import type { SortOrder } from "#domain/filter/sort.ts";
import type { SortValue } from "./list.ts";
import { rowsBehind } from "./rows-behind.ts";

/** Order of a list by keys that are never null and together unique, so that a page can begin behind the keys of a row. */
export interface KeysetOrder {
  /** Expressions of the keys by the names that the rows have them under: `…_at` for times, `number` for integers. */
  readonly keys: Readonly<Record<string, SQL>>;
  readonly order: SortOrder;
}

/** Parts of the statement that reads one page of a list. */
export interface KeysetPage {
  /** Condition that a row is behind the page before. */
  readonly behind: SQL;
  /** ORDER BY, LIMIT and OFFSET. One row more than the page has says whether others follow. */
  readonly tail: SQL;
}

/** Makes the page behind the row with these keys; without them rows are counted off. */
export function keysetPage(
  { keys, order }: KeysetOrder,
  { limit, offset, after }: { limit: number; offset: number; after: readonly SortValue[] | null },
): KeysetPage {
  const expressions = Object.values(keys);
  const direction = sql.raw(order === "asc" ? "ASC" : "DESC");
  const by = sql.join(
    expressions.map((key) => sql`${key} ${direction}`),
    sql`, `,
  );
  const tail = sql`ORDER BY ${by} LIMIT ${limit + 1} OFFSET ${after === null ? offset : 0}`;
  if (after === null) return { behind: sql`true`, tail };
  // A number may be larger than the column can hold.
  const values = after.map((value) => (typeof value === "number" ? sql`${value}::bigint` : sql`${value}`));
  return { behind: rowsBehind(expressions, order, values), tail };
}
