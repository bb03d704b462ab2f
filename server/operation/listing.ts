import { type SQL, sql } from "drizzle-orm";
import type { PropertyFilter } from "#domain/filter/property-filter.ts";
import { didYouMean, nearestName } from "#domain/nearest-name.ts";
import { NEXT_CURSOR, NEXT_OFFSET } from "../kernel/page.ts";
import { invalidValue } from "../kernel/problem.ts";
import { type ListPage, type ListSource, listVersions, type SortValue } from "../record/list/list.ts";
import { propertySql } from "../record/list/property-sql.ts";
import { column } from "../record/list/row.ts";
import { compileSort, type Sort, type SortKey } from "../record/list/sort-sql.ts";
import type { Resource } from "../record/resource.ts";
import type { ProjectReadContext } from "./context.ts";
import { type Cursor, requireOwnCursor, writeCursor } from "./cursor.ts";

/** What the query of a list asks for, parsed. */
interface Listing {
  limit: number;
  offset: number;
  sort_by?: SortKey | undefined;
  sort_order: "asc" | "desc";
  cursor?: Cursor | undefined;
  property_filter?: PropertyFilter | undefined;
}

/** What a list adds to its query. */
interface ListOptions {
  /** The sortable columns that are computed, over the row. */
  computed?: Record<string, SQL>;
  /** Keeps those with this value in the column by which the resource is counted; undefined keeps all. */
  facet?: string | undefined;
  where?: SQL[];
  scans?: boolean;
  derived?: Record<string, SQL>;
  /** Where ids are found faster than by the conditions. */
  source?: ListSource | null;
}

/** Types that are looked at for a misspelt one; they are free text. */
const MAX_TYPES = 1_000;

/**
 * One page of a resource as the query asks for it, at the context's sequence. Where more follows, also because the page's
 * bytes cut it short, headers say where the next page begins.
 */
export async function listResource<S>(
  context: ProjectReadContext,
  resource: Resource<S>,
  query: Listing,
  options: ListOptions = {},
): Promise<ListPage<S>> {
  const sortKey = query.sort_by ?? null;
  if (sortKey?.kind === "property" && sortKey.near !== null) {
    await requireKnownProperty(context, resource, sortKey.path, sortKey.near);
  }
  const sort = compileSort(sortKey, query.sort_order, options.computed);
  const { cursor } = query;
  if (cursor !== undefined) {
    requireOwnCursor(cursor, { asked: context.asked(), offset: query.offset, columns: sort.columns });
  }
  const offset = cursor?.position ?? query.offset;
  const { facet, where = [], scans = false, derived = {}, source = null } = options;
  const filter = query.property_filter ?? [];
  const page = await listVersions<S>(
    context.db,
    {
      table: resource.table,
      projectId: context.project.id,
      atSeq: context.atSeq,
      headSeq: context.project.lastSeq,
      where: facet === undefined ? where : [...where, sql`${column(facetColumn(resource))} = ${facet}`],
      scans,
      filter,
      counted:
        resource.countedBy === null || where.length + filter.length > 0
          ? null
          : { subject: resource.type, facet: facet ?? "" },
      sort,
      limit: query.limit,
      offset,
      after: cursor?.after ?? null,
      derived,
      source,
    },
    context.services.totals,
  );
  tellNextPage(context, page, sort, offset);
  return page;
}

function facetColumn({ type, countedBy }: Resource<never> | Resource<unknown>): string {
  if (countedBy === null) throw new Error(`nothing says by what "${type}" is counted`);
  return countedBy;
}

function tellNextPage<S>(
  { atSeq, project, response, asked }: ProjectReadContext,
  { rows, has_more }: ListPage<S>,
  { columns }: Sort,
  offset: number,
): void {
  const last = rows.at(-1) as Record<string, SortValue> | undefined;
  if (!has_more || last === undefined) return;
  const position = offset + rows.length;
  response.headers[NEXT_OFFSET] = String(position);
  const after = columns?.map((name) => last[name] ?? "") ?? null;
  const seq = atSeq ?? project.lastSeq;
  response.headers[NEXT_CURSOR] = writeCursor({ seq, position, after, asked: asked() });
}

/**
 * Refuses a `sort_by` that is spelt almost like a column and that nothing in the project ever had as a property. A name
 * that exists is found at once; only the mistake takes a look at every version.
 */
async function requireKnownProperty(
  { db, project }: ProjectReadContext,
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
