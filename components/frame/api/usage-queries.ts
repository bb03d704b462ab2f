"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "./api-provider.tsx";
import type { Inputs, Outputs } from "./client.ts";

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

export type OperationClass = NonNullable<Exclude<Inputs["usage"]["get"], void>["class"]>;

/** Words for the classes of requests. */
export const CLASS_WORDS: Readonly<Record<OperationClass, string>> = {
  read: "Reading",
  write: "Writing",
  generation: "Generating",
  stream: "Following events",
  graphql: "GraphQL",
  manage: "Managing the workspace",
  other: "Other",
};

/** A class as it is said; what is not known yet, as it is. */
export const sayClass = (name: string): string => CLASS_WORDS[name as OperationClass] ?? name;
