import { z } from "zod";
import { attempt } from "#domain/runtime/log.ts";
import { Problem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { valuesOf } from "../begin-run.ts";
import { answersRun } from "../for-players.ts";
import { RunStanding, runParams, stepField } from "../schemas.ts";
import { standingAt } from "../standing.ts";
import type { Story } from "../story.ts";
import { takeStep } from "../take-step.ts";
import { variableValues } from "./start-run.ts";

export const answerInRun = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/answer",
  scope: "write",
  summary: "Answer a command or an event wait of a playthrough",
  description: "Reports that a command was carried out or that an awaited event happened, with the resulting values.",
  params: runParams,
  body: z.strictObject({
    step: stepField,
    event: text({ min: 1, max: 10_000 }).optional().meta({
      description: "The event that happened, by the text of its branch; the first that is waited for when absent.",
    }),
    variables: variableValues.default({}).meta({ description: "Values that the host sets, by id or name." }),
  }),
  output: RunStanding,
  forPlayers: answersRun,
  errors: ["not_found", "run_step", "run_state"],
  example: { step: 3, event: "The bell rings" },
  handle: (context, { params, body }) => {
    const action = ({ story }: { story: Story }) => {
      const values = valuesOf(story, body.variables, ["body", "variables"]);
      return { answer: { ...(body.event !== undefined && { event: body.event }), values } };
    };
    return takeStep(context, {
      runId: params.run_id,
      step: body.step,
      action,
      take: ({ story, standing }) => {
        if (standing.status === "ended") throw new Problem("run_state", { detail: { reason: "over" } });
        const page = attempt(story.dialogue, standing.state, action({ story }));
        if (typeof page === "string") throw new Problem("run_state", { detail: { reason: "not_awaited" } });
        return { after: standingAt(standing, page), page };
      },
    });
  },
});
