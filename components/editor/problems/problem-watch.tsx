"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import type { Known } from "../../frame/project/known.ts";
import { PAGE } from "../../frame/project/page-size.ts";
import { useKnown } from "../../frame/project/use-known.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { KnownWaiver } from "../store/problem-store.ts";
import { useProblemsSession } from "../store/use-problems.ts";
import { checkHere, startCheckWorker } from "./check-client.ts";
import { ProblemAnnouncer } from "./problem-announcer.tsx";
import { ProblemRunner } from "./problem-runner.ts";
import { useConfirmation } from "./use-confirmation.ts";
import { useKnownWorld } from "./use-known-world.ts";

/** Runs the check as long as the dialogue is open, with what is known of the project and of what is ignored. */
export function ProblemWatch() {
  const { store } = useProblemsSession();
  const dialogue = useDialogue();
  const graph_id = useDialogueState((state) => state.graph.id);
  const queries = useQueryClient();
  const api = useApi();
  const world = useKnownWorld();
  const waivers = useWaivers();
  const [runner, setRunner] = useState<ProblemRunner | null>(null);
  useEffect(() => {
    const clients = { start: () => startCheckWorker(graph_id), fallback: () => checkHere(graph_id) };
    const started = new ProblemRunner(dialogue, store, clients);
    started.start();
    setRunner(started);
    return () => started.stop();
  }, [dialogue, store, graph_id]);
  useEffect(() => runner?.know(world), [runner, world]);
  useEffect(() => {
    if (waivers.isWhole) runner?.waive([...waivers.values()]);
  }, [runner, waivers]);
  useConfirmation(runner, () => void queries.invalidateQueries({ queryKey: api.waivers.pathKey() }));
  return <ProblemAnnouncer />;
}

/** What is ignored in the open dialogue, however much that is. */
function useWaivers(): Known<KnownWaiver> {
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const client = useStudioClient();
  const { reading } = useMoment();
  const input = { project_id, graph_id, limit: PAGE, ...reading };
  const { queryKey, ...options } = useApi().waivers.list.queryOptions(input);
  const { data } = useQuery({ queryKey, ...options });
  const ask = async (offset: number) => {
    const { waivers, total } = await client.waivers.list.query({ ...input, offset });
    return { items: waivers, total };
  };
  const first = data && { ...data, items: data.waivers };
  return useKnown({ queryKey, first, ask, itemOf: (waiver: KnownWaiver) => waiver });
}
