"use client";

import { useEffect } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useCan } from "../../frame/session/can.ts";
import { useDialogueState, useSaving } from "../session/dialogue-context.ts";
import { useProblemsState } from "../store/use-problems.ts";
import type { KnownWorld } from "./check-request.ts";
import type { ProblemRunner } from "./problem-runner.ts";

/** Quiet time before the server is asked, so that it is asked once after a burst of edits. */
const QUIET_MS = 1_000;

/** Parts of the server's report that others than the runner take. */
interface ConfirmationParts {
  readonly waiversChanged: () => void;
  readonly knowElsewhere: (elsewhere: NonNullable<KnownWorld["elsewhere"]>) => void;
}

/**
 * Asks the server for its own report once everything is saved, and gives it to the runner. It is asked again whenever the
 * record moves on: an answer only counts while it speaks of what is seen.
 */
export function useConfirmation(
  runner: ProblemRunner | null,
  { waiversChanged, knowElsewhere }: ConfirmationParts,
): void {
  const client = useStudioClient();
  const { reading } = useMoment();
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const seq = useDialogueState((state) => state.seq);
  const isSaved = useSaving((state) => state.unsent === 0);
  const isChecked = useProblemsState((state) => state.isChecked);
  const checkedAt = useProblemsState((state) => state.checkedAt);
  const ignored = useProblemsState((state) => state.ignored.length);
  const can = useCan();
  const isReachable = can("fetch").allowed;
  const at = reading.at_seq;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another sequence, or another state of this device, asks anew.
  useEffect(() => {
    if (runner === null || !isSaved || !isChecked || !isReachable) return;
    const stop = new AbortController();
    const ask = async () => {
      const input = { project_id, graph_id, ...(at !== undefined && { at_seq: at }) };
      const answer = await client.problems.ofDialogue.query(input, { signal: stop.signal });
      if (answer.counts.waived !== ignored) waiversChanged();
      const found = [...answer.problems, ...answer.waived].map(
        ({ code, severity, node_id, branch_id, variable_id, cause, data }) => ({
          code,
          severity,
          node_id,
          branch_id,
          variable_id,
          cause,
          data,
        }),
      );
      const { changed, leads_here, knowledge } = answer.elsewhere;
      knowElsewhere({ changed, leadsHere: leads_here, knowledge });
      runner.confirm(answer.seq, found);
    };
    // Without an answer the device's own check stands, and says that it is one.
    const timer = setTimeout(() => void ask().catch(() => undefined), QUIET_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, runner, project_id, graph_id, seq, at, isSaved, isChecked, isReachable, checkedAt]);
}
