"use client";

import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { knownOf, type NameMap, NOTHING_KNOWN } from "./known.ts";
import type { Page, Rest } from "./rest-of-list.ts";

/** Names change seldom; what is made or deleted here, and a list of another length, is read at once. */
const REST_FRESH_MS = 300_000;

const NO_REST: readonly never[] = [];

/** A list of the project whose first page the page asks for anyway. */
interface List<Raw extends { readonly id: string }, Item> {
  /** Query key of the first page. */
  readonly queryKey: QueryKey;
  /** The first page; undefined until it is here. */
  readonly first: (Page<Raw> & { readonly has_more: boolean }) | undefined;
  readonly ask: (offset: number) => Promise<Page<Raw>>;
  readonly itemOf: (raw: Raw) => Item;
}

/** Returns all loaded items of a list by id. Further pages are read only where there are more. */
export function useKnown<Raw extends { readonly id: string }, Item>({
  queryKey,
  first,
  ask,
  itemOf,
}: List<Raw, Item>): NameMap<Item> {
  const queries = useQueryClient();
  const total = first?.total ?? 0;
  const hasMore = first?.has_more ?? false;
  const rest = useQuery<Rest<Raw>>({
    queryKey: [...queryKey, "rest", total],
    queryFn: async () => {
      const { restOfList } = await import("./rest-of-list.ts");
      const found = await restOfList(total, ask);
      if (!found.isSteady) void queries.invalidateQueries({ queryKey, exact: true });
      return found;
    },
    enabled: hasMore,
    staleTime: REST_FRESH_MS,
    // While a list of another length is read, the names it had stay; those of another project or moment do not.
    placeholderData: (before, query) => (isRestOf(query?.queryKey, queryKey) ? before : undefined),
  });
  if (first === undefined) return NOTHING_KNOWN;
  if (!hasMore) return knownOf(first.items, NO_REST, true, itemOf);
  const isWhole = rest.data?.isAll === true && !rest.isPlaceholderData;
  return knownOf(first.items, rest.data?.items ?? NO_REST, isWhole, itemOf);
}

function isRestOf(key: QueryKey | undefined, list: QueryKey): boolean {
  return JSON.stringify(key?.slice(0, list.length)) === JSON.stringify(list);
}
