"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import { refreshQueries } from "../../../frame/api/refresh-queries.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { onSubjectChange } from "../../live/subject-changes.ts";
import { useDialogueState } from "../../session/dialogue-context.ts";
import type { Suggestion } from "./suggested-shapes.ts";

/** Suggestions shown at most; who has more answers some first. */
const SHOWN = 20;

/** The open suggestions for the open dialogue, and what can be done with them. In the past there are none to answer. */
export function useSuggestions() {
  const project_id = useProjectId();
  const graph_id = useDialogueState(({ graph }) => graph.id);
  const { at } = useMoment();
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const input = { project_id, graph_id, status: "open" as const, limit: SHOWN };
  const { data } = useQuery({ ...api.suggestions.list.queryOptions(input), enabled: at === null });
  const queryKey = api.suggestions.list.pathKey();
  const readAgain = () => refreshQueries(queries, queryKey);
  useEffect(() => onSubjectChange("suggestion", () => void refreshQueries(queries, queryKey)), [queries, queryKey]);
  const naming = (suggestion: Suggestion) => ({ project_id, suggestion_id: suggestion.id });
  return {
    open: at === null ? (data?.suggestions ?? []) : [],
    preview: (suggestion: Suggestion, parts: readonly string[]) =>
      client.suggestions.preview.mutate({ ...naming(suggestion), parts: [...parts] }),
    accept: async (
      suggestion: Suggestion,
      parts: readonly string[],
      options: { base_seq?: number; allow_dangling?: boolean } = {},
    ) => {
      const answer = await client.suggestions.accept.mutate({ ...naming(suggestion), parts: [...parts], ...options });
      await readAgain();
      return answer;
    },
    reject: async (suggestion: Suggestion, parts: readonly string[]) => {
      await client.suggestions.reject.mutate({ ...naming(suggestion), parts: [...parts] });
      await readAgain();
    },
    edit: async (suggestion: Suggestion, part: { id: string; operations: readonly object[] }) => {
      const parts = [{ id: part.id, operations: part.operations as never }];
      await client.suggestions.update.mutate({ ...naming(suggestion), parts });
      await readAgain();
    },
  };
}
