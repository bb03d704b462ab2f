import { z } from "zod";
import { actionsOf } from "#domain/runtime/log.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { showsStanding } from "../for-players.ts";
import { playAgain } from "../play-again.ts";
import { RunStanding, runParams, stepField } from "../schemas.ts";
import { readLog, standingAt } from "../standing.ts";
import { beginningOf, takeStep } from "../take-step.ts";

export const backInRun = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/back",
  scope: "write",
  summary: "Take a step of a playthrough back",
  description: "Goes back to where it stood before the last decision, also from an end. It is a step itself.",
  params: runParams,
  body: z.strictObject({ step: stepField }),
  output: RunStanding,
  forPlayers: showsStanding,
  errors: ["not_found", "run_step", "run_state"],
  example: { step: 4 },
  handle: (context, { params, body }) =>
    takeStep(context, {
      runId: params.run_id,
      step: body.step,
      action: () => ({ back: true }),
      take: async ({ story, standing }) => {
        const { reads } = context.services.database;
        const actions = actionsOf(await readLog(reads, standing, standing.step));
        if (actions.length === 0) throw new Problem("run_state", { detail: { reason: "at_beginning" } });
        const before = { beginning: await beginningOf(reads, standing), actions: actions.slice(0, -1) };
        const { page, misstep } = await playAgain(story.dialogue, before);
        if (misstep?.reason === "too_long") throw new Problem("run_state", { detail: { reason: "too_long" } });
        return { after: standingAt(standing, page), page };
      },
    }),
});
