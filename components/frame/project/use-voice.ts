"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";
import { useReadScope } from "./use-read-scope.ts";

/** Reads the voice of a character at the moment that is looked at; its data is null where it has none. */
export function useVoice(entity_id: string) {
  const { project_id, reading } = useReadScope();
  return useQuery(
    useApi().npcs.list.queryOptions(
      { project_id, entity_id, limit: 1, ...reading },
      { select: ({ npcs }) => npcs[0] ?? null },
    ),
  );
}
