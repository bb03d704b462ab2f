"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";

/** Every dialogue of the project with its numbers, page after page. */
export function useDialogues() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, stats: true, limit: PAGE, sort_by: "edited_at", sort_order: "desc", ...reading } as const;
  const query = useInfiniteQuery({
    queryKey: [...useApi().dialogues.list.queryKey({ project_id }), "every", reading] as const,
    queryFn: ({ pageParam }) => client.dialogues.list.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const dialogues = useMemo(() => query.data?.pages.flatMap((page) => page.dialogues), [query.data]);
  return { dialogues, total: query.data?.pages[0]?.total ?? 0, error: query.error, refetch: query.refetch };
}
