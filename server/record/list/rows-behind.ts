import { type SQL, sql } from "drizzle-orm";
import type { SortOrder } from "#domain/filter/sort.ts";

/** Condition that a row is behind one whose sort keys are known: one comparison of rows, which an index in that order answers. */
export function rowsBehind(keys: readonly SQL[], order: SortOrder, values: readonly SQL[]): SQL {
  const sign = sql.raw(order === "asc" ? ">" : "<");
  return sql`(${sql.join([...keys], sql`, `)}) ${sign} (${sql.join([...values], sql`, `)})`;
}
