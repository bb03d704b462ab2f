"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

/** External ids that are looked up in one request. */
const LOOKED_UP = 100;
/** Names change seldom, and are read again when they do here. */
const FRESH_MS = 60_000;

/** Names of entities by the ids that a game gives them, as far as they are here; ids that name nothing have none. */
export function useNamesByExternalId(asked: readonly string[]): (externalId: string) => string | undefined {
  const api = useApi();
  const { project_id, ...moment } = { project_id: useProjectId(), ...useMoment().reading };
  const parts = Array.from({ length: Math.ceil(asked.length / LOOKED_UP) }, (_, part) =>
    asked.slice(part * LOOKED_UP, (part + 1) * LOOKED_UP).join(","),
  );
  const found = useQueries({
    queries: parts.map((external_ids) => ({
      ...api.entities.list.queryOptions({ project_id, external_ids, limit: LOOKED_UP, ...moment }),
      staleTime: FRESH_MS,
    })),
    combine: (results) =>
      JSON.stringify(
        results.flatMap(({ data }) => data?.entities.map(({ external_id, name }) => [external_id, name]) ?? []),
      ),
  });
  return useMemo(() => {
    const names = new Map(JSON.parse(found) as [string, string][]);
    return (id) => names.get(id);
  }, [found]);
}
