"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { SentPath } from "./reader-path.ts";

/** A path in a list: when it was sent, where it ended, what its reader says. */
export type ListedPath = Outputs["runs"]["list"]["runs"][number];

/** Paths that are listed and compared: the last ones. A link takes 500. */
export const SHOWN_PATHS = 60;
/** Pages of a path that are shown: more than anybody steps through. */
const PAGES = 1_000;
/** A path that was sent stays as it is. */
const FRESH_MS = 600_000;

/** The paths that readers sent back by a link, the last first. */
export function useListedPaths(share_id: string | null) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const input = {
    project_id,
    share_id: share_id ?? "",
    limit: SHOWN_PATHS,
    sort_by: "created_at",
    ...reading,
  } as const;
  return useQuery({
    ...useApi().runs.list.queryOptions({ ...input, sort_order: "desc" }),
    enabled: share_id !== null,
  });
}

/** The paths themselves, in the same order, as far as they are here; what could not be read, and how to read it again. */
export function useReaderPaths(ids: readonly string[]): {
  readonly paths: ReadonlyMap<string, SentPath>;
  readonly error: unknown;
  again(): void;
} {
  const project_id = useProjectId();
  const api = useApi();
  return useQueries({
    queries: ids.map((run_id) => ({
      ...api.runs.get.queryOptions({ project_id, run_id, pages: PAGES }),
      staleTime: FRESH_MS,
    })),
    combine: (results) => ({
      paths: new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const]))),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      again: () => {
        for (const each of results) if (each.isError) void each.refetch();
      },
    }),
  });
}
