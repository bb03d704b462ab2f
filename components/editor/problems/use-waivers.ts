"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import type { Known } from "../../frame/project/known.ts";
import { PAGE } from "../../frame/project/page-size.ts";
import { useKnown } from "../../frame/project/use-known.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { KnownWaiver } from "../store/problem-store.ts";

/** What is ignored in the open dialogue, however much that is. */
export function useWaivers(): Known<KnownWaiver> {
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const client = useStudioClient();
  const { reading } = useMoment();
  const input = { project_id, graph_id, limit: PAGE, ...reading };
  const { queryKey, ...options } = useApi().waivers.list.queryOptions(input);
  const { data } = useQuery({ queryKey, ...options });
  const ask = async (offset: number) => {
    const { waivers, total } = await client.waivers.list.query({ ...input, offset });
    return { items: waivers, total };
  };
  const first = data && { ...data, items: data.waivers };
  return useKnown({ queryKey, first, ask, itemOf: (waiver: KnownWaiver) => waiver });
}
