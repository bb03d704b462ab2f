import type { SQL } from "drizzle-orm";
import { type PropertyFilter, parsePropertyFilter } from "#domain/filter/property-filter.ts";
import { pageQuery, sortQuery } from "../kernel/page.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { text } from "../kernel/validation/fields.ts";
import { type Loc, valueError } from "../kernel/validation/item.ts";
import { parseJson } from "../kernel/validation/json.ts";
import { type ListPage, listVersions } from "../record/list/list.ts";
import { compileSort, type Sort, type Sortable } from "../record/list/sort-sql.ts";
import type { Resource } from "../record/resource.ts";
import type { ProjectReadContext } from "./context.ts";

/** Query of a list over a recorded resource. */
export const listQuery = { ...pageQuery, ...sortQuery };

/** `property_filter`, for resources with free-form properties. */
export const propertyFilterQuery = {
  property_filter: text({ max: 65_536 }).optional().meta({
    description:
      "A JSON object: property paths with `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in`, `$contains`. See the guide on filters.",
  }),
};

interface Listing {
  limit: number;
  offset: number;
  sort_by?: string | undefined;
  sort_order: "asc" | "desc";
  property_filter?: string | undefined;
}

/** One page of a resource as the query asks for it, at the context's sequence. */
export async function listResource<S>(
  context: ProjectReadContext,
  resource: Resource<S>,
  query: Listing,
  options: { sortable: Sortable; where?: SQL[]; scans?: boolean; derived?: Record<string, SQL> },
): Promise<ListPage<S>> {
  return listVersions<S>(
    context.db,
    {
      table: resource.table,
      projectId: context.project.id,
      atSeq: context.atSeq,
      headSeq: context.project.lastSeq,
      where: options.where ?? [],
      scans: options.scans ?? false,
      filter: query.property_filter === undefined ? [] : filterOf(query.property_filter),
      sort: sortOf(query, options.sortable),
      limit: query.limit,
      offset: query.offset,
      derived: options.derived ?? {},
    },
    context.services.totals,
  );
}

function sortOf(query: Listing, sortable: Sortable): Sort {
  const compiled = compileSort(query.sort_by ?? null, query.sort_order, sortable);
  if (compiled.ok) return compiled.sort;
  throw new ValidationProblem([
    { ...valueError(compiled.message), loc: ["query", "sort_by"], input: query.sort_by ?? null },
  ]);
}

function filterOf(source: string): PropertyFilter {
  const at: Loc = ["query", "property_filter"];
  const json = parseJson(new TextEncoder().encode(source));
  if (!json.ok) {
    throw new ValidationProblem(
      json.issues.map((item) => ({ ...item, loc: [...at, ...item.loc.slice(1)], input: source })),
    );
  }
  const parsed = parsePropertyFilter(json.value);
  if (parsed.ok) return parsed.filter;
  const { message, path, operator } = parsed.error;
  throw new ValidationProblem([{ ...valueError(message, { path, operator }), loc: at, input: source }]);
}
