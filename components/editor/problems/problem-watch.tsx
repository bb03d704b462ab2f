"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { useProblemsSession } from "../store/problems-context.ts";
import { checkHere, startCheckWorker } from "./check-client.ts";
import { ProblemAnnouncer } from "./problem-announcer.tsx";
import { ProblemRunner } from "./problem-runner.ts";
import { useConfirmation } from "./use-confirmation.ts";
import { useKnownWorld } from "./use-known-world.ts";
import { useWaivers } from "./use-waivers.ts";

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
