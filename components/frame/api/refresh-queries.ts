import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";

/**
 * Asks queries again after a change, those under each key. An answer that is on its way was made before the change: TanStack Query would
 * take it for the new one where a query has no data yet, so it is not waited for.
 */
export async function refreshQueries(queries: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => refreshMatching(queries, { queryKey })));
}

/** The same for the queries that filters choose. */
export async function refreshMatching(queries: QueryClient, filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters);
  await queries.invalidateQueries(filters);
}
