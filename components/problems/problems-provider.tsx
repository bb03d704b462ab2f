"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { ProblemGroup } from "#domain/problems/group-problems.ts";
import type { Problem } from "#domain/problems/problem.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { useDialogue, useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { useDrawn } from "../dialogue/use-drawn.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { ProblemCommands } from "./problem-commands.tsx";
import { ProblemRunner } from "./problem-runner.ts";
import { createProblemStore } from "./problem-store.ts";
import { ProblemsContext, type ProblemsSession } from "./problems-context.ts";
import { useConfirmation } from "./use-confirmation.ts";
import { useKnownWorld } from "./use-known-world.ts";
import { useWaivers } from "./use-waivers.ts";

/** The most problems that one request ignores. What an interrupted round has ignored, the next leaves as it is. */
const AT_ONCE = 500;

const ProblemAnnouncer = lazy(() =>
  import("./problem-announcer.tsx").then((part) => ({ default: part.ProblemAnnouncer })),
);

/** Keeps the problems of the open dialogue, live from a worker and confirmed by the server, for everything below. */
export function ProblemsProvider({ children }: { children: ReactNode }) {
  const dialogue = useDialogue();
  const client = useStudioClient();
  const view = useViewStore();
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const [store] = useState(createProblemStore);
  const isDrawn = useDrawn();
  const { runner, refetchWaivers } = useRunner(store, project_id, graph_id, isDrawn);

  const session = useMemo<ProblemsSession>(
    () => ({
      store,
      goTo: (group) => {
        view.setState({ problemsOpen: true });
        store.setState({ current: group.key });
        if (group.node_id !== null) dialogue.reveal(group.node_id);
      },
      ignore: async (group: ProblemGroup, reason) => {
        try {
          const places = placesOf(group);
          for (let start = 0; start < places.length; start += AT_ONCE) {
            const problems = places.slice(start, start + AT_ONCE);
            await client.waivers.createBatch.mutate({ project_id, graph_id, reason, problems });
          }
        } finally {
          await refetchWaivers();
        }
      },
      stopIgnoring: async (waiver_id) => {
        await client.waivers.delete.mutate({ project_id, waiver_id });
        await refetchWaivers();
      },
    }),
    [store, view, dialogue, client, project_id, graph_id, refetchWaivers],
  );

  return (
    <ProblemsContext value={session}>
      <Confirmation runner={runner} refetchWaivers={refetchWaivers} />
      <ProblemCommands />
      {isDrawn && (
        <Suspense>
          <ProblemAnnouncer />
        </Suspense>
      )}
      {children}
    </ProblemsContext>
  );
}

function Confirmation({ runner, refetchWaivers }: { runner: ProblemRunner | null; refetchWaivers: () => void }) {
  useConfirmation(runner, refetchWaivers);
  return null;
}

/** Runs the check as long as the dialogue is open, with what is known of the project and of what is ignored. */
function useRunner(store: ProblemsSession["store"], project_id: string, graph_id: string, isDrawn: boolean) {
  const dialogue = useDialogue();
  const queries = useQueryClient();
  const world = useKnownWorld();
  const [runner, setRunner] = useState<ProblemRunner | null>(null);
  useEffect(() => {
    if (!isDrawn) return;
    let started: ProblemRunner | null = null;
    let isOver = false;
    const begin = ({ startCheckWorker, checkHere }: typeof import("./check-client.ts")) => {
      if (isOver) return;
      const start = () => startCheckWorker(graph_id);
      started = new ProblemRunner(dialogue, store, { start, fallback: () => checkHere(graph_id) });
      started.start();
      setRunner(started);
    };
    // Without a connection there is no check yet; the server's own stays what it was.
    import("./check-client.ts").then(begin, () => undefined);
    return () => {
      isOver = true;
      started?.stop();
    };
  }, [dialogue, store, graph_id, isDrawn]);
  useEffect(() => runner?.know(world), [runner, world]);

  const { queryKey, waivers } = useWaivers(project_id, graph_id);
  useEffect(() => {
    if (waivers.isWhole) runner?.waive([...waivers.values()]);
  }, [runner, waivers]);
  const key = JSON.stringify(queryKey);
  const refetchWaivers = useCallback(
    async () => queries.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] }),
    [queries, key],
  );
  return { runner, refetchWaivers };
}

/** Every place of a group once: several problems of one rule on one choice are ignored together. */
function placesOf({ problems }: ProblemGroup): Pick<Problem, "code" | "node_id" | "branch_id">[] {
  const places = new Map(
    problems.map(({ code, node_id, branch_id }) => [`${node_id} ${branch_id}`, { code, node_id, branch_id }] as const),
  );
  return [...places.values()];
}
