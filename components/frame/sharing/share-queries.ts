"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";

/** Share link as lists show it, without the token that opens it. */
export type ShareLink = Outputs["shares"]["list"]["shares"][number];

/** The most a list answers at once. */
const ALL = 500;

/** Reads the share links to a dialogue, the last made first. */
export function useShareLinks(graph_id: string) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const input = { project_id, graph_id, limit: ALL, sort_by: "created_at", sort_order: "desc", ...reading } as const;
  return useQuery(useApi().shares.list.queryOptions(input));
}

/** Reads the makers of a project's links, by link id: actors, as far as they are read. */
export function useShareMakers(): ReadonlyMap<string, string> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const input = { project_id, kind: "share.created", limit: ALL, ...reading };
  const { data } = useQuery(useApi().record.events.queryOptions(input));
  return new Map(data?.events.map(({ subject_id, actor }) => [subject_id, actor]));
}

/** Reads the number of paths that readers sent back by each of these links; undefined where it is not known yet. */
export function usePathCounts(ids: readonly string[]): ReadonlyMap<string, number> {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const counts = useQueries({
    queries: ids.map((share_id) => api.runs.list.queryOptions({ project_id, share_id, limit: 1, ...reading })),
    combine: (results) => results.map(({ data }) => data?.total),
  });
  return new Map(ids.flatMap((id, at) => (counts[at] === undefined ? [] : [[id, counts[at]] as const])));
}

/** Reads the links again after one of them changed. */
export function useReadSharesAgain(): () => Promise<void> {
  return useRefresh(({ shares, record }) => [shares.pathKey(), record.events.pathKey()]);
}
