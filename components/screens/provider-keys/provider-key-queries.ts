"use client";

import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";

export type ProviderKey = Outputs["byok"]["list"]["provider_keys"][number];

/** Milliseconds between two reads: no event announces how providers answer. */
const LOOK_MS = 30_000;

/** Reads the project's keys of model providers, newest first, as the rows of a list. */
export function useProviderKeys() {
  const input = {
    project_id: useProjectId(),
    sort_by: "created_at",
    sort_order: "desc",
    ...useMoment().reading,
  } as const;
  const client = useStudioClient();
  const { list } = useApi().byok;
  return useListQuery({
    queryKey: list.queryKey(input),
    changes: list.pathKey(),
    ask: (page, signal) => client.byok.list.query({ ...input, ...page }, { signal }),
    rowsOf: ({ provider_keys }) => provider_keys,
    refetchInterval: () => LOOK_MS,
  });
}

/** Reads everything again that is known of the keys. */
export function useReadProviderKeysAgain(): () => Promise<void> {
  return useRefresh(({ byok }) => [byok.list.pathKey()]);
}
