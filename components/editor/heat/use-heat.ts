"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import type { QuestState } from "#domain/quest.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { Count } from "./choice-shares.ts";

type Counts = Outputs["playerEvents"]["counts"]["counts"];

/** Players whose choices are looked at: all, or those who ever did one thing; what is not chosen yet is null or empty. */
export type Who =
  | { readonly kind: "all" }
  | { readonly kind: "took"; readonly branch: string | null }
  | { readonly kind: "quest"; readonly quest: string; readonly state: QuestState }
  | { readonly kind: "did"; readonly name: string };

/** Counts that are looked at: of some players, of a version of the story, between two days; empty texts are all of them. */
export interface HeatFilter {
  readonly who: Who;
  readonly version: string;
  readonly from: string;
  readonly to: string;
}

/** Counts that one request answers. */
export const PAGE = 500;
/** Time after which counts are read again while they are shown. */
const FRESH_MS = 15_000;

/** Returns the players as the API asks for them; nothing where all are meant, or where it is not chosen yet who. */
export function askedOf(who: Who) {
  if (who.kind === "took" && who.branch !== null) return { who_took: who.branch };
  if (who.kind === "quest" && who.quest !== "") return { who_quest: who.quest, who_state: who.state };
  if (who.kind === "did" && who.name !== "") return { who_did: who.name };
  return {};
}

/** Counts by branch and by card of a dialogue, all of them as far as they are here. */
export function useChoiceCounts(graph_id: string, { who, version, from, to }: HeatFilter, branches: number) {
  const project_id = useProjectId();
  const { playerEvents } = useApi();
  const input = {
    ...{ project_id, graph_id, limit: PAGE },
    ...(version !== "" && { version: Number(version) }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...askedOf(who),
  };
  const pages = Array.from({ length: Math.ceil(Math.max(branches, 1) / PAGE) }, (_, page) => page * PAGE);
  return useQueries({
    queries: (["branch", "node"] as const).flatMap((by) =>
      pages.map((offset) => ({
        ...playerEvents.counts.queryOptions({ ...input, by, offset }),
        staleTime: FRESH_MS,
        refetchInterval: FRESH_MS,
      })),
    ),
    combine: (results) => {
      const rowsOf = (from: number) =>
        results.slice(from, from + pages.length).flatMap(({ data }) => data?.counts ?? []);
      const [branchCounts, nodeCounts] = [rowsOf(0), rowsOf(pages.length)];
      return {
        isPending: results.some(({ isPending }) => isPending),
        error: results.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
        again: () => {
          for (const each of results) if (each.isError) void each.refetch();
        },
        /** Players who did what is asked for; null where all players are. */
        among: results[0]?.data?.among ?? null,
        branches: byId(branchCounts),
        nodes: byId(nodeCounts),
        late: branchCounts.reduce((sum, { late }) => sum + late, 0),
        events: branchCounts.reduce((sum, { events }) => sum + events, 0),
      };
    },
  });
}

function byId(rows: Counts): ReadonlyMap<string, Count> {
  return new Map(rows.map(({ by, events, players }) => [by, { events, players }]));
}

/** Versions of a dialogue that were played, the newest first. */
export function usePlayedVersions(graph_id: string): readonly { readonly version: number; readonly events: number }[] {
  const project_id = useProjectId();
  const { data } = useQuery({
    ...useApi().playerEvents.counts.queryOptions({ project_id, graph_id, by: "version", limit: PAGE }),
    staleTime: FRESH_MS,
  });
  const versions = (data?.counts ?? []).map(({ by, events }) => ({ version: Number(by), events }));
  return versions.filter(({ version }) => version > 0).sort((a, b) => b.version - a.version);
}
