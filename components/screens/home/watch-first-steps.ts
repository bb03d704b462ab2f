"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { type FirstSteps, rememberFirstSteps, tickFirstStep } from "../../frame/session/first-steps.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import type { Sample } from "./use-home.ts";

/** More cards than this nobody made while taking first steps. */
const ENOUGH = 200;

/**
 * Looks in the record for steps taken since the sample was first seen here: fewer problems than then, a card of one's
 * own. Where nothing happened, nothing is asked.
 */
export function useWatchFirstSteps(sample: Sample | null, { done, since }: FirstSteps, isShown: boolean): void {
  const api = useApi();
  const { userId } = useSession();
  const project_id = sample?.projectId ?? "";
  const graph_id = sample?.graphId ?? "";
  const hasChanged = isShown && sample !== null && since !== null && sample.seq > since;
  const looksAtProblems = hasChanged && !done.includes("problem");
  const now = useQuery({
    ...api.problems.list.queryOptions({ project_id, graph_id, limit: 1 }),
    enabled: looksAtProblems,
    staleTime: 0,
  }).data?.total;
  const before = useQuery({
    ...api.problems.list.queryOptions({ project_id, graph_id, limit: 1, at_seq: since ?? 0 }),
    enabled: looksAtProblems,
  }).data?.total;
  const nodes = useQuery({
    ...api.record.events.queryOptions({
      project_id,
      kind: "dialogue_node.created",
      after_seq: since ?? 0,
      limit: ENOUGH,
    }),
    enabled: hasChanged && !done.includes("line"),
    staleTime: 0,
  }).data?.events;
  useEffect(() => {
    if (sample !== null && since === null) rememberFirstSteps({ since: sample.seq });
  }, [sample, since]);
  useEffect(() => {
    if (now !== undefined && before !== undefined && now < before) tickFirstStep("problem");
  }, [now, before]);
  useEffect(() => {
    if (nodes?.some(({ actor }) => actor === `user:${userId}`)) tickFirstStep("line");
  }, [nodes, userId]);
}
