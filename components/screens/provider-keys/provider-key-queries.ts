"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";

export type ProviderKey = Outputs["byok"]["list"]["provider_keys"][number];

const PAGE = 50;
/** How providers answer is told by nobody: it is looked for. */
const LOOK_MS = 30_000;

/** The project's keys of model providers, newest first. */
export function useProviderKeys() {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, limit: PAGE, sort_by: "created_at", sort_order: "desc", ...reading } as const;
  return useInfiniteQuery({
    queryKey: [...useApi().byok.list.queryKey(input), "every"] as const,
    queryFn: ({ pageParam }) => client.byok.list.query({ ...input, offset: pageParam }),
    refetchInterval: LOOK_MS,
    ...byOffset(PAGE),
  });
}

/** Reads everything again that is known of the keys. */
export function useReadProviderKeysAgain(): () => Promise<void> {
  const { list } = useApi().byok;
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: list.pathKey() });
}
