"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";

export type HourlyCalls = Outputs["usage"]["hours"]["callers"][number];

/** Counts are written twice a minute by each process. */
const FRESH_MS = 30_000;
const WATCHED = { staleTime: FRESH_MS, refetchInterval: FRESH_MS };

/** Calls of the last 24 hours by caller, `key:<id>` or `user:<id>`; undefined until they are here. */
export function useHourlyCalls(): ReadonlyMap<string, HourlyCalls> | undefined {
  const { data } = useQuery(useApi().usage.hours.queryOptions({}, { ...WATCHED, select: byCaller }));
  return data;
}

const byCaller = ({ callers }: Outputs["usage"]["hours"]): ReadonlyMap<string, HourlyCalls> =>
  new Map(callers.map((each) => [each.caller, each]));

/** Requests of one key since a day, by how they ended and by what they asked for. */
export function useKeyUsage(key_id: string, from: string) {
  return useQuery(useApi().usage.get.queryOptions({ key_id, from, group_by: "class" }, WATCHED));
}
