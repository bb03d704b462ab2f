"use client";

import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ListRows } from "../../ui/list/list-definition.ts";
import { byOffset } from "../api/by-offset.ts";
import { refreshQueries } from "../api/refresh-queries.ts";
import { PAGE } from "../project/page-size.ts";

interface ListQuery<Page, Row> {
  /** Key of the operation with its input; `changes` is what is asked again after a change, where that is more. */
  queryKey: QueryKey;
  changes?: QueryKey | undefined;
  /** Asks for a page. */
  ask(page: { offset: number; limit: number }, signal: AbortSignal): Promise<Page>;
  rowsOf(page: Page): readonly Row[];
  /** Reads all pages, one after the other, so that the list finds and sorts by itself. */
  isWhole?: boolean | undefined;
  size?: number | undefined;
  refetchInterval?: ((rows: readonly Row[]) => number | false) | undefined;
}

/** Reads a list by offset, page after page, as the rows of a list. */
export function useListQuery<Page extends { readonly has_more: boolean; readonly total?: number | null }, Row>({
  queryKey,
  changes = queryKey,
  ask,
  rowsOf,
  isWhole = false,
  size = PAGE,
  refetchInterval,
}: ListQuery<Page, Row>): ListRows<Row> {
  const queries = useQueryClient();
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, QueryKey, number>({
    queryKey: [...queryKey, "rows"],
    queryFn: ({ pageParam, signal }) => ask({ offset: pageParam, limit: size }, signal),
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.pages.flatMap(rowsOf) ?? []),
    }),
    // What was found before stays while the next is looked for.
    ...(!isWhole && { placeholderData: keepPreviousData }),
    ...byOffset(size),
  });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (isWhole && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isWhole, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how rows are taken from a page does not change.
  const rows = useMemo(() => data?.pages.flatMap(rowsOf), [data]);
  return {
    rows,
    total: data?.pages[0]?.total ?? undefined,
    isWhole,
    error,
    retry: () => void query.refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
    again: () => refreshQueries(queries, changes),
  };
}
