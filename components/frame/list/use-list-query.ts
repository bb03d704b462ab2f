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
import { refreshQueries } from "../api/refresh-queries.ts";
import { type ListQuery, type OffsetPage, pagesOf } from "./list-query.ts";

interface WatchedList<Page, Row> extends ListQuery<Page, Row> {
  refetchInterval?: ((rows: readonly Row[]) => number | false) | undefined;
}

/** Reads a list by offset, page after page, as the rows of a list. */
export function useListQuery<Page extends OffsetPage, Row>(list: WatchedList<Page, Row>): ListRows<Row> {
  const { queryKey, changes = queryKey, rowsOf, isWhole = false, refetchInterval } = list;
  const queries = useQueryClient();
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, QueryKey, number>({
    ...pagesOf(list),
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.pages.flatMap(rowsOf) ?? []),
    }),
    // What was found before stays while the next is looked for.
    ...(!isWhole && { placeholderData: keepPreviousData }),
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
