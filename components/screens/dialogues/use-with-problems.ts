"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { ListRows } from "../../ui/list/list-definition.ts";
import type { ListedDialogue, ProblemCount } from "./dialogue-list.tsx";

const NONE: ProblemCount = { error: 0, warning: 0 };

/** Milliseconds between two reads while some dialogues are still unchecked. */
const UNCHECKED_MS = 1_000;

/**
 * Adds to dialogues the numbers of their errors and warnings, as their own pages count them; null while it is not known.
 */
export function useWithProblems(source: ListRows<ListedDialogue>): ListRows<ListedDialogue> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, ...reading };
  // Other rows, or one that was edited since, have other numbers.
  const stamp = source.rows?.map(({ id, stats }) => `${id} ${stats?.edited_seq ?? ""}`).join();
  const { data } = useQuery({
    queryKey: [...useApi().problems.counts.queryKey(input), stamp],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const counts = new Map<string, ProblemCount>();
      for (let offset = 0; ; offset += PAGE) {
        const page = await client.problems.counts.query({ ...input, offset, limit: PAGE }, { signal });
        for (const { graph_id, error, warning } of page.dialogues) counts.set(graph_id, { error, warning });
        if (!page.has_more) return { counts, isAll: page.unchecked === 0 };
      }
    },
    enabled: stamp !== undefined,
    refetchInterval: ({ state }) => (state.data?.isAll === false ? UNCHECKED_MS : false),
  });
  const rows = useMemo(() => {
    const none = data?.isAll === true ? NONE : null;
    return source.rows?.map((dialogue) => ({ ...dialogue, problems: data?.counts.get(dialogue.id) ?? none }));
  }, [source.rows, data]);
  return { ...source, rows };
}
