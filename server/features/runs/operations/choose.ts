import { z } from "zod";
import { attempt } from "#domain/runtime/log.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { showsStanding } from "../for-players.ts";
import { RunStanding, runParams, stepField } from "../schemas.ts";
import { standingAt } from "../standing.ts";
import { takeStep } from "../take-step.ts";

export const chooseInRun = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/choose",
  scope: "write",
  summary: "Take a branch in a playthrough",
  description:
    "Takes one of the open branches that are offered; where there is one way on, that. Answers where it leads.",
  params: runParams,
  body: z.strictObject({
    branch_id: idOf("br").meta({ description: "One of the offers that are open." }),
    step: stepField,
  }),
  output: RunStanding,
  forPlayers: showsStanding,
  errors: ["not_found", "run_step", "run_state"],
  example: { branch_id: "br_01k9hq3ynp5s0w9d3zx7ja4hfq", step: 0 },
  handle: (context, { params, body }) => {
    const action = { choose: body.branch_id };
    return takeStep(context, {
      runId: params.run_id,
      step: body.step,
      action: () => action,
      take: ({ story, standing }) => {
        if (standing.status === "ended") throw new Problem("run_state", { detail: { reason: "over" } });
        const page = attempt(story.dialogue, standing.state, action);
        if (typeof page === "string") {
          const what = page === "closed" ? "this branch is closed" : "this branch is not offered here";
          throw invalidValue(["body", "branch_id"], what, body.branch_id);
        }
        return { after: standingAt(standing, page), page };
      },
    });
  },
});
