import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useApi } from "./api-provider.tsx";
import { refreshQueries } from "./refresh-queries.ts";

/** Returns what asks queries again after a change: those under the keys that are chosen of the operations. */
export function useRefresh(keysOf: (api: ReturnType<typeof useApi>) => readonly QueryKey[]): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return () => refreshQueries(queries, ...keysOf(api));
}
