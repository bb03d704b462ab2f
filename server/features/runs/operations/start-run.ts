import { z } from "zod";
import { begin } from "#domain/runtime/run.ts";
import type { RunBeginning } from "#drizzle/schema/runs.ts";
import { chosenId, finiteNumber, idOf, integer, text } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphParams, variableValue } from "../../dialogues/public.ts";
import { anySeed, cameWith, MAX_SEED, pinnedSeq, valuesOf } from "../begin-run.ts";
import { startsRun } from "../for-players.ts";
import { beginRun } from "../made-run.ts";
import { requirePlayer } from "../played-by.ts";
import { StartedRun } from "../schemas.ts";
import { readStory } from "../story.ts";

/** Values that one request may set. */
const MAX_VALUES = 1_000;

/** Values of variables, by id or name. */
export const variableValues = z
  .record(text({ min: 1, max: 200 }), variableValue)
  .refine((values) => Object.keys(values).length <= MAX_VALUES, `at most ${MAX_VALUES} values`);

/** The time of the world when a playthrough begins. */
export const worldTime = finiteNumber({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  .optional()
  .meta({ description: "The time of the world, in units of your own; not known when absent." });

export const startRun = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/runs",
  scope: "write",
  summary: "Start a playthrough",
  description:
    "Starts a playthrough of the dialogue at the current or an earlier sequence; later edits do not affect it. The [guide](/docs/guides/playing) defines the rules. Only its beginning and end are events. A player keeps values from earlier playthroughs: variables with the scope `project`, and branches counted by player; quests that are `carried` begin as they stand for the player.",
  params: graphParams,
  body: z
    .strictObject({
      id: chosenId("run"),
      base_seq: integer({ min: 0 }).optional().meta({ description: "The sequence to play; the present when absent." }),
      checkpoint_id: idOf("ckp").optional().meta({ description: "The named moment to play, instead of a sequence." }),
      seed: integer({ min: 0, max: MAX_SEED })
        .optional()
        .meta({ description: "Seed of random numbers; random when absent." }),
      variables: variableValues.default({}).meta({ description: "Values that are not the defaults, by id or name." }),
      world_time: worldTime,
      player_id: text({ min: 1, max: 255, singleLine: true })
        .optional()
        .meta({ description: "The player: an id, or an external_id of yours. One who is not known yet is made." }),
    })
    .refine(({ base_seq, checkpoint_id }) => base_seq === undefined || checkpoint_id === undefined, {
      message: "either base_seq or checkpoint_id",
      path: ["checkpoint_id"],
    }),
  output: StartedRun,
  forPlayers: startsRun,
  status: 201,
  bodyOptional: true,
  errors: ["not_found", "id_taken", "player_erased"],
  alone: true,
  example: { seed: 7, player_id: "player-4711" },
  prepare: async ({ params, body }, services, caller) => {
    const { reads } = services.database;
    const { project } = await openProject(reads, caller, params.project_id);
    const seq = await pinnedSeq(reads, project, body);
    const story = await readStory(reads, { projectId: project.id, graphId: params.graph_id, seq });
    const values = valuesOf(story, body.variables, ["body", "variables"]);
    const before = await cameWith({ services, db: reads, project }, body.player_id, story, seq);
    const beginning: RunBeginning = {
      seed: body.seed ?? anySeed(),
      ...before,
      values: { ...before.values, ...values },
      ...(body.world_time !== undefined && { world_time: body.world_time }),
    };
    return { seq, story, beginning, page: begin(story.dialogue, beginning) };
  },
  handle: async (context, { params, body }, { seq, story, beginning, page }) => {
    const state = {
      graph_id: params.graph_id,
      base_seq: seq,
      player_id: body.player_id === undefined ? null : await requirePlayer(context, body.player_id),
      beginning,
      share_id: null,
      words: "",
      forked_from: null,
      forked_step: null,
    };
    return beginRun(context, { id: body.id, state, story, page, actions: [] });
  },
});
