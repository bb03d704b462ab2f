import { z } from "zod";
import { QUEST_STATES, type QuestMove } from "#domain/quest.ts";
import { idOf, integer } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { moveQuest } from "../quests.ts";
import { RunQuest, runParams } from "../schemas.ts";

const body = z
  .strictObject({
    state: z.enum(QUEST_STATES).optional().meta({ description: "The state that it is moved into." }),
    stage_id: idOf("stg").optional().meta({ description: "The stage that it is moved into, while it is active." }),
    objective_id: idOf("obj")
      .optional()
      .meta({ description: "The objective of its stage that was done, with `add`, while it is active." }),
    add: integer({ min: 1, max: 1_000_000 })
      .optional()
      .meta({ description: "Number of times that the objective was done; 1 when absent." }),
    step: integer({ min: 0 }).optional().meta({
      description:
        "The `step` this answers; the current one when absent. Sent again with the same content it is answered as before.",
    }),
  })
  .refine(
    ({ state, stage_id, objective_id }) =>
      [state, stage_id, objective_id].filter((each) => each !== undefined).length === 1,
    { error: "send one of `state`, `stage_id` and `objective_id`" },
  )
  .refine(({ add, objective_id }) => add === undefined || objective_id !== undefined, {
    error: "is sent with `objective_id`",
    path: ["add"],
  })
  .meta({ id: "RunQuestMove" });

export const moveRunQuest = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/quests/{quest_id}",
  scope: "write",
  summary: "Move a quest in a playthrough",
  description:
    "Moves a quest into a state or a stage, or counts an objective of its stage, as a step of the playthrough: steps back, saves and forks take it along. The record does not change, and the playthrough stays where it stands. A quest that is in the state already stays as it is; a count ends at that of its objective, and where all objectives of a stage are done the next stage begins, or the quest is completed.",
  params: runParams.extend({ quest_id: idOf("qst") }),
  body,
  output: RunQuest,
  errors: ["not_found", "run_step", "run_state", "wrong_state"],
  example: { state: "active" },
  handle: (context, { params, body: { step, ...asked } }) =>
    moveQuest(context, { runId: params.run_id, step, questId: params.quest_id, move: moveOf(asked) }),
});

function moveOf({ state, stage_id, objective_id, add = 1 }: Omit<z.output<typeof body>, "step">): QuestMove {
  if (state !== undefined) return { state };
  return stage_id === undefined ? { objective: objective_id ?? "", add } : { stage: stage_id };
}
