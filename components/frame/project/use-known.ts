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
function useKnown<Raw extends { readonly id: string }, Item>({
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

/** A list as its operation answers it. */
interface AnsweredList<Answer, Raw, Item> {
  /** Query key of the first page. */
  readonly queryKey: QueryKey;
  /** Answer of the first page; undefined until it is here. */
  readonly answer: Answer | undefined;
  readonly ask: (offset: number) => Promise<Answer>;
  /** Returns the rows of an answer, each time the same. */
  readonly rowsOf: (answer: Answer) => readonly Raw[];
  readonly itemOf: (raw: Raw) => Item;
}

/** Returns all loaded items of an operation's list by id. */
export function useListed<
  Answer extends { readonly total: number; readonly has_more: boolean },
  Raw extends { readonly id: string },
  Item,
>({ answer, ask, rowsOf, ...list }: AnsweredList<Answer, Raw, Item>): NameMap<Item> {
  const pageOf = (page: Answer) => ({ ...page, items: rowsOf(page) });
  return useKnown({ ...list, first: answer && pageOf(answer), ask: async (offset) => pageOf(await ask(offset)) });
}

function isRestOf(key: QueryKey | undefined, list: QueryKey): boolean {
  return JSON.stringify(key?.slice(0, list.length)) === JSON.stringify(list);
}
