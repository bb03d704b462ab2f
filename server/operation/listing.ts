import { type SQL, sql } from "drizzle-orm";
import type { PropertyFilter } from "#domain/filter/property-filter.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { invalidValue } from "../kernel/problem.ts";
import { EVERYONE } from "../kernel/scope.ts";
import type { Db } from "../record/database.ts";
import { type ListPage, type ListSource, listVersions, readPage, type SortValue } from "../record/list/list.ts";
import { listOfEach } from "../record/list/list-of-each.ts";
import { propertySql } from "../record/list/property-sql.ts";
import { column } from "../record/list/row.ts";
import { compileSort, type Sort, type SortKey } from "../record/list/sort-sql.ts";
import { pageKey } from "../record/list/totals.ts";
import type { Resource } from "../record/resource.ts";
import type { NextPage, ProjectReadContext } from "./context.ts";
import { type Cursor, requireOwnCursor } from "./cursor.ts";
import type { EachContext, OneOfEach } from "./for-each.ts";
import type { Perspective } from "./perspective.ts";

/** Parsed query of a list. */
interface Listing {
  limit: number;
  offset: number;
  sort_by?: SortKey | undefined;
  sort_order: "asc" | "desc";
  cursor?: Cursor | undefined;
  property_filter?: PropertyFilter | undefined;
}

/** Additions of a list to its query. */
interface ListOptions {
  /** The sortable columns that are computed, over the row. */
  computed?: Record<string, SQL>;
  /** Keeps those with this value in the column by which the resource is counted; undefined keeps all. */
  facet?: string | undefined;
  where?: SQL[];
  scans?: boolean;
  derived?: Record<string, SQL>;
  /** Perspective of the read; null sees everything. */
  perspective?: Perspective | null;
  /** Conditions that need look-ups; not called where the ids of the page are known. */
  seek?: () => Promise<Sought>;
}

interface Sought {
  /** Further conditions. */
  where?: SQL[];
  /** Source that finds ids faster than the conditions. */
  source?: ListSource | null;
}

/** Offset from which a page continues at the end of another one, if that is not further before it. */
const FAR = 1_000;

/** Types that are looked at for a misspelt one; they are free text. */
const MAX_TYPES = 1_000;

/**
 * One page of a resource as the query asks for it, at the context's sequence. Tells the response where the next page begins,
 * which may be sooner than its `limit`, because the page's bytes cut it short.
 */
export async function listResource<S>(
  context: ProjectReadContext,
  resource: Resource<S>,
  query: Listing,
  options: ListOptions = {},
): Promise<ListPage<S>> {
  const sortKey = query.sort_by ?? null;
  const sort = compileSort(sortKey, query.sort_order, options.computed);
  const { cursor } = query;
  // A digest of the whole question: made once.
  const asked = context.asked();
  if (cursor !== undefined) {
    requireOwnCursor(cursor, { asked, offset: query.offset, columns: sort.columns });
  }
  const { limit } = query;
  const offset = cursor?.position ?? query.offset;
  const { db, project, services, atSeq } = context;
  const { facet, scans = false, derived = {}, perspective = null } = options;
  const seen = await rowsSeen(db, perspective, resource, sort);
  const list = { table: resource.table, rows: seen, projectId: project.id, atSeq, derived };
  const after = cursor?.after ?? null;
  // What everyone may read of the past changes with the secrets of the present.
  const head = perspective?.as === EVERYONE ? ` ${project.lastSeq}` : "";
  // What is read in a playthrough changes with each of its steps.
  const step = perspective?.run == null ? "" : ` ${perspective.run.step} ${perspective.run.seq}`;
  const key = pageKey({ asked: asked + head + step, seq: atSeq ?? project.lastSeq, limit, offset, after });
  const known = services.totals.get(key);
  const isFar = cursor === undefined && offset >= FAR;
  const placed = `${asked}${head} ${atSeq ?? project.lastSeq}${step}`;
  let page: ListPage<S>;
  if (known !== undefined) {
    const { total, ids } = known;
    const rows = await readPage<S>(db, { ...list, ids: ids ?? [] });
    page = { rows, total, has_more: offset + rows.length < total };
  } else {
    // To be told that there is no such property is to be told of others.
    if (perspective === null && sortKey?.kind === "property" && sortKey.near !== null) {
      await requireKnownProperty(context, resource, sortKey.path, sortKey.near);
    }
    // Pages far behind go on from where another one ended.
    const place = isFar && sort.columns !== null ? services.totals.places.before(placed, offset, FAR) : null;
    const { where: sought = [], source = null } = (await options.seek?.()) ?? {};
    const where = [...(options.where ?? []), ...sought];
    const filter = query.property_filter ?? [];
    const isCounted = seen === null && resource.countedBy !== null && where.length + filter.length === 0;
    page = await listVersions<S>(
      db,
      {
        ...list,
        headSeq: project.lastSeq,
        where: facet === undefined ? where : [...where, sql`${column(facetColumn(resource))} = ${facet}`],
        scans,
        filter,
        counted: isCounted ? { subject: resource.type, facet: facet ?? "" } : null,
        sort,
        limit,
        offset,
        after: after ?? place?.after ?? null,
        skip: place === null ? 0 : offset - place.position,
        source,
      },
      services.totals,
    );
    services.totals.set(key, { total: page.total, ids: page.rows.map(({ id }) => id) });
  }
  const position = offset + page.rows.length;
  const last = position >= FAR ? lastKeys(page, sort) : null;
  if (last !== null) services.totals.places.add(placed, { position, after: last });
  context.response.next = behind(page, sort, offset);
  if (perspective === null) return page;
  return { ...page, rows: await perspective.dated(db, resource, page.rows) };
}

/** Columns that are of the last change of a row, which is another for who does not see all of it. */
const OF_LAST_CHANGE: readonly string[] = ["valid_from_seq", "updated_at"];

/** The relation that a list is read from through a perspective; null where it is the table. */
async function rowsSeen<S>(
  db: Db,
  perspective: Perspective | null,
  resource: Resource<S>,
  { columns }: Sort,
): Promise<SQL | null> {
  if (perspective === null) return null;
  const isByChange = columns?.some((name) => OF_LAST_CHANGE.includes(name)) === true;
  return isByChange ? perspective.datedRows(db, resource) : perspective.rows(resource);
}

/** Options for the lists of several subjects: the condition that a row belongs to the subject of this id. */
interface EachOptions extends Pick<ListOptions, "computed" | "where" | "derived" | "perspective"> {
  readonly of: (subject: SQL) => SQL;
}

/**
 * The page of each of several subjects as the query asks for it, in one statement, compiled as {@link listResource} compiles
 * it. A cursor belongs to one list and is read there.
 */
export async function listResourceOfEach<S>(
  context: EachContext,
  resource: Resource<S>,
  query: Listing,
  lists: readonly OneOfEach[],
  options: EachOptions,
): Promise<ReadonlyMap<string, ListPage<S>>> {
  const { db, project, atSeq } = context;
  const { computed, where = [], derived = {}, of, perspective = null } = options;
  const sortKey = query.sort_by ?? null;
  if (perspective === null && sortKey?.kind === "property" && sortKey.near !== null) {
    await requireKnownProperty(context, resource, sortKey.path, sortKey.near);
  }
  const sort = compileSort(sortKey, query.sort_order, computed);
  const { limit, offset, property_filter: filter = [] } = query;
  const ids = lists.map(({ id }) => id);
  const rows = await rowsSeen(db, perspective, resource, sort);
  const page = {
    table: resource.table,
    rows,
    projectId: project.id,
    atSeq,
    derived,
    where,
    filter,
    sort,
    limit,
    offset,
    of,
  };
  const pages = await listOfEach<S>(db, ids, page);
  for (const list of lists) {
    const own = pages.get(list.id);
    if (own !== undefined) list.response.next = behind(own, sort, offset);
  }
  return perspective === null ? pages : datedPages(db, perspective, resource, pages);
}

/** The rows of several pages with the times of what is seen of them, in one statement. */
async function datedPages<S>(
  db: Db,
  perspective: Perspective,
  resource: Resource<S>,
  pages: ReadonlyMap<string, ListPage<S>>,
): Promise<ReadonlyMap<string, ListPage<S>>> {
  const rows = [...pages.values()].flatMap((page) => page.rows);
  const dated = new Map((await perspective.dated(db, resource, rows)).map((row) => [row.id, row]));
  return new Map(
    [...pages].map(([id, page]) => [id, { ...page, rows: page.rows.map((row) => dated.get(row.id) ?? row) }]),
  );
}

function facetColumn({ type, countedBy }: Resource<never> | Resource<unknown>): string {
  if (countedBy === null) throw new Error(`nothing says by what "${type}" is counted`);
  return countedBy;
}

/** The sort keys of the last row of a page; null where a page cannot begin behind them. */
function lastKeys<S>({ rows }: ListPage<S>, { columns }: Sort): SortValue[] | null {
  const last = rows.at(-1) as Record<string, SortValue> | undefined;
  return last === undefined ? null : (columns?.map((name) => last[name] ?? "") ?? null);
}

/** Returns the beginning of the page behind one. */
function behind<S>(page: ListPage<S>, sort: Sort, offset: number): NextPage {
  return { position: offset + page.rows.length, after: page.has_more ? lastKeys(page, sort) : null };
}

/**
 * Refuses a `sort_by` that is spelt almost like a column and that nothing in the project ever had as a property. A name
 * that exists is found at once; only the mistake takes a look at every version.
 */
async function requireKnownProperty(
  { db, project }: Pick<ProjectReadContext, "db" | "project">,
  resource: Resource<never> | Resource<unknown>,
  path: readonly string[],
  near: string,
): Promise<void> {
  const [found] = await db.execute<{ known: boolean }>(
    sql`SELECT EXISTS (SELECT FROM ${sql.identifier(resource.table)} t WHERE ${column("project_id")} = ${project.id}
        AND ${propertySql(column("properties"), path)} IS NOT NULL) AS known`,
  );
  if (found?.known === true) return;
  const name = path.join(".");
  throw invalidValue(
    ["query", "sort_by"],
    `there is no such column, and nothing in this project ever had such a property${didYouMean(near)}`,
    name,
    { suggestion: near },
  );
}

/**
 * Refuses a free-text `type` that nothing in the project ever had and that is spelt almost like one that something had. Any
 * other type is a question like another: the first quest of a project may be yet to come. Asked where a list found nothing.
 *
 * @throws {@link ValidationProblem} naming `type`, with the suggestion.
 */
export async function requireKnownType(
  { db, project }: ProjectReadContext,
  resource: Resource<never> | Resource<unknown>,
  type: string | undefined,
): Promise<void> {
  if (type === undefined) return;
  const table = sql.identifier(resource.table);
  const ofProject = sql`FROM ${table} t WHERE ${column("project_id")} = ${project.id}`;
  const next = (more: SQL) => sql`SELECT ${column("type")} ${ofProject} ${more} ORDER BY ${column("type")} LIMIT 1`;
  // From one type straight to the next: the versions between them are not read where an index is in this order.
  const rows = await db.execute<{ type: string }>(
    sql`WITH RECURSIVE types AS ((${next(sql``)}) UNION ALL
          SELECT (${next(sql`AND ${column("type")} > types.type`)}) FROM types WHERE types.type IS NOT NULL)
        SELECT type FROM types WHERE type IS NOT NULL LIMIT ${MAX_TYPES}`,
  );
  const known = rows.map((row) => row.type);
  if (known.includes(type)) return;
  const near = nearestName(type, known);
  if (near === null) return;
  const reason = `nothing in this project ever had this type${didYouMean(near)}`;
  throw invalidValue(["query", "type"], reason, type, { suggestion: near });
}
