"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "../api/api-provider.tsx";
import { useSession } from "../session/session-provider.tsx";
import { type FirstSteps, rememberFirstSteps, tickFirstStep } from "./first-steps.ts";

/** More cards than this nobody made while taking first steps. */
const ENOUGH = 200;

/** Looks in the record for steps taken: fewer problems than at first, a card of one's own, a key that was used. */
export function useWatchFirstSteps(
  sample: { readonly projectId: string; readonly graphId: string } | null,
  { done, problems }: FirstSteps,
  isShown: boolean,
): void {
  const api = useApi();
  const { userId, role } = useSession();
  const project_id = sample?.projectId ?? "";
  const looks = (step: FirstSteps["done"][number]) => isShown && sample !== null && !done.includes(step);
  const found = useQuery({
    ...api.problems.list.queryOptions({ project_id, graph_id: sample?.graphId ?? "", limit: 1 }),
    enabled: looks("problem"),
    staleTime: 0,
  }).data?.total;
  const cards = useQuery({
    ...api.record.events.queryOptions({ project_id, kind: "dialogue_node.created", limit: ENOUGH }),
    enabled: looks("line"),
    staleTime: 0,
  }).data?.events;
  const keys = useQuery({
    ...api.keys.list.queryOptions({ limit: 50 }),
    enabled: looks("api") && (role === "owner" || role === "admin"),
  }).data?.keys;

  useEffect(() => {
    if (found === undefined) return;
    if (problems === null) rememberFirstSteps({ problems: found });
    else if (found < problems) tickFirstStep("problem");
  }, [found, problems]);
  useEffect(() => {
    if (cards?.some(({ actor }) => actor === `user:${userId}`)) tickFirstStep("line");
  }, [cards, userId]);
  useEffect(() => {
    if (keys?.some(({ last_used_at }) => last_used_at !== null)) tickFirstStep("api");
  }, [keys]);
}
