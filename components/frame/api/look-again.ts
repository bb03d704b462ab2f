import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Asks queries again after a change. An answer that is on its way was made before the change: TanStack Query would take it for the new
 * one where a query has no data yet, so it is not waited for.
 */
export async function lookAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}
