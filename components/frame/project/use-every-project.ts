"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { byOffset } from "../api/by-offset.ts";

const PAGE = 200;

/** Every project of the workspace by name, of both modes and archived or not; undefined until the last of them is here. */
export function useEveryProject(isWanted: boolean) {
  const client = useStudioClient();
  const input = { limit: PAGE, sort_by: "name", archived: "with" } as const;
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error, refetch } =
    useInfiniteQuery({
      queryKey: [...useApi().projects.list.queryKey(input), "all"] as const,
      queryFn: ({ pageParam }) => client.projects.list.query({ ...input, offset: pageParam }),
      enabled: isWanted,
      ...byOffset(PAGE),
    });
  useEffect(() => {
    // A page that could not be read is asked for again by whoever retries, and not without end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return {
    projects: data === undefined || hasNextPage ? undefined : data.pages.flatMap(({ projects }) => projects),
    error,
    refetch,
  };
}
