import { type SQL, sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import { Problem } from "../../kernel/problem.ts";
import { type Db, textArray } from "../database.ts";
import { holds, toVersion } from "../versions.ts";
import { filterSql } from "./filter-sql.ts";
import { and, derivedSql, type ListPage, type ListQuery, rowsOf } from "./list.ts";
import { readWithinBytes } from "./page-bytes.ts";
import { column } from "./row.ts";
import { orderBy } from "./sort-sql.ts";

/** The same page of the list of each of several subjects. */
export interface EachQuery
  extends Pick<
    ListQuery,
    "table" | "rows" | "projectId" | "atSeq" | "where" | "filter" | "sort" | "limit" | "offset" | "derived"
  > {
  /** Whether the row belongs to the subject of this id. */
  readonly of: (subject: SQL) => SQL;
}

interface EachRow extends Record<string, unknown> {
  list_of: string;
  list_total: number;
  list_place: number | null;
}

/**
 * Reads one page of each subject's list and its exact total, in one statement: each list is counted and walked by itself, in an
 * index of what it belongs to.
 *
 * @throws Problem `answer_too_large` where the pages together have more bytes than one may have.
 */
export async function listOfEach<S>(
  db: Db,
  subjects: readonly string[],
  query: EachQuery,
): Promise<ReadonlyMap<string, ListPage<S>>> {
  if (subjects.length === 0) return new Map();
  const { limit, offset } = query;
  const subject = sql`list_subject.id`;
  const matching = and([
    sql`${column("project_id")} = ${query.projectId}`,
    holds(query.atSeq, "t"),
    query.of(subject),
    ...(query.where ?? []),
    ...filterSql(query.filter ?? [], column("properties")).conditions,
  ]);
  const table = rowsOf(query);
  const order = orderBy(query.sort);
  const columns = sql.join([sql`t.*`, ...derivedSql(query.derived ?? {})], sql`, `);
  const rows = (await readWithinBytes(
    db,
    sql`SELECT list_subject.id AS list_of, list_count.list_total, list_rows.*
        FROM unnest(${textArray(subjects)}) AS list_subject(id)
        CROSS JOIN LATERAL (SELECT count(*)::int AS list_total FROM ${table} t WHERE ${matching}) list_count
        LEFT JOIN LATERAL (SELECT ${columns}, row_number() OVER (ORDER BY ${order}) AS list_place
          FROM ${table} t WHERE ${matching} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) list_rows ON true`,
  )) as EachRow[];
  const pages = new Map<string, EachRow[]>();
  for (const row of rows) addToList(pages, row.list_of, row);
  const read = new Map<string, ListPage<S>>();
  for (const id of subjects) {
    const own = pages.get(id) ?? [];
    const total = Number(own[0]?.list_total ?? 0);
    const kept = own
      .filter((row) => row.list_place !== null)
      .sort((a, b) => Number(a.list_place) - Number(b.list_place));
    // Whoever's row is missing did not fit.
    if (own.length === 0 || kept.length < Math.min(limit, Math.max(0, total - offset))) throw tooLarge();
    const versions = kept.map(({ list_of: _, list_total: __, list_place: ___, ...row }) =>
      toVersion<S>(row, query.atSeq),
    );
    read.set(id, { rows: versions, total, has_more: offset + versions.length < total });
  }
  return read;
}

function tooLarge(): Problem {
  return new Problem("answer_too_large", {
    message: "The lists together are larger than one answer may be: ask for fewer subjects, or for smaller pages.",
  });
}
