import { type SQL, sql } from "drizzle-orm";
import { alnumForm, searchForm } from "#domain/search-form.ts";
import { column } from "../../record/list/row.ts";

/** From this length on a term has a trigram, by which an index finds it. */
const INDEXED_FROM = 3;

/**
 * Condition that a name contains a term. The index of trigrams, which is of the present alone, narrows down the names that
 * may; the search form itself decides, so a `%` is a character like others.
 */
export function nameContains(q: string, atSeq: number | null): SQL {
  const term = searchForm(q);
  const contains = sql`strpos(${column("name_search")}, ${term}) > 0`;
  if (atSeq !== null || Array.from(term).length < INDEXED_FROM) return contains;
  // Letters and digits alone: nothing in the pattern is a wildcard but its ends.
  return sql`${column("name_alnum")} LIKE ${`%${alnumForm(term)}%`} AND ${contains}`;
}
