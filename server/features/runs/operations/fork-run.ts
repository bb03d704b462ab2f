import { z } from "zod";
import { aboveMaximum, invalidValue, Problem } from "../../../kernel/problem.ts";
import { chosenId, idOf, integer, text } from "../../../kernel/validation/fields.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import type { Db } from "../../../record/database.ts";
import { findVersion } from "../../../record/versions.ts";
import { forksRun } from "../for-players.ts";
import { beginRun, showBeginning } from "../made-run.ts";
import { placeOf } from "../open-run.ts";
import { playAgain } from "../play-again.ts";
import { requirePlayer } from "../played-by.ts";
import { run } from "../run.ts";
import { findSave, SAVE_PREFIX } from "../saves.ts";
import { runParams, StartedRun } from "../schemas.ts";
import { readStanding, readWay } from "../standing.ts";
import { readStory } from "../story.ts";

/** Place to go on from: a save, or a step; neither is where the playthrough stands. */
interface ForkPlace {
  readonly save_id?: string | undefined;
  readonly step?: number | undefined;
}

/** The step that is meant; null where a save is not there. */
async function stepOf(db: Db, projectId: string, runId: string, { save_id: id, step }: ForkPlace, now: number) {
  if (id === undefined) return step ?? now;
  return (await findSave(db, projectId, runId, id))?.step ?? null;
}

export const forkRun = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/fork",
  scope: "write",
  summary: "Go on from a save or a step of a playthrough",
  description:
    "Starts another playthrough from a save or a step of this one, which stays as it is: this is how a saved game is loaded. Everything decided, learnt and changed up to that step holds in it, and nothing that came later. It plays the story at the sequence of this one. Sent again with the same `id` and content it is answered as before, however far it was played since.",
  params: runParams,
  body: z
    .strictObject({
      id: chosenId("run"),
      save_id: idOf(SAVE_PREFIX).optional().meta({ description: "The save to load." }),
      step: integer({ min: 0 })
        .optional()
        .meta({ description: "The step to go on from; the current one when absent." }),
      player_id: text({ min: 1, max: 255, singleLine: true })
        .optional()
        .meta({ description: "The player: an id, or an external_id of yours; that of the playthrough when absent." }),
    })
    .refine(({ save_id, step }) => save_id === undefined || step === undefined, {
      message: "either save_id or step",
      path: ["step"],
    }),
  output: StartedRun,
  forPlayers: forksRun,
  status: 201,
  bodyOptional: true,
  errors: ["not_found", "id_taken", "run_rebase", "player_erased"],
  alone: true,
  example: { step: 4, player_id: "player-4711" },
  prepare: async ({ params: { project_id, run_id }, body }, { database }, caller) => {
    const { reads } = database;
    const { project } = await openProject(reads, caller, project_id);
    const kept = await readStanding(reads, project.id, run_id);
    const version = await findVersion(reads, run.resource, project.id, run_id);
    if (kept === null || version === null) throw new Problem("not_found");
    const step = await stepOf(reads, project.id, run_id, body, kept.step);
    if (step === null)
      throw invalidValue(["body", "save_id"], "no such save of this playthrough", body.save_id ?? null);
    if (step > kept.step) throw aboveMaximum(["body", "step"], step, kept.step);
    const way = await readWay(reads, kept, step);
    const { actions } = way;
    const story = await readStory(reads, placeOf(kept));
    const { page, misstep } = await playAgain(story.dialogue, { beginning: version.beginning, actions });
    if (misstep !== null)
      throw new Problem("run_rebase", { detail: { page: misstep.index + 1, reason: misstep.reason } });
    return { from: version, step, seq: kept.base_seq, way, story, page };
  },
  handle: async (context, { body }, { from, step, seq, way, story, page }) => {
    const state = {
      graph_id: from.graph_id,
      base_seq: seq,
      player_id: body.player_id === undefined ? from.player_id : await requirePlayer(context, body.player_id),
      beginning: from.beginning,
      share_id: null,
      words: "",
      forked_from: from.id,
      forked_step: step,
    };
    const before = body.id === undefined ? null : await context.record.get(run.resource, body.id);
    const { player_id, forked_from, forked_step } = state;
    const isSame =
      before?.forked_from === forked_from && before.forked_step === forked_step && before.player_id === player_id;
    if (before !== null && isSame) return showBeginning(before, { story, page, actions: way.actions });
    return beginRun(context, { id: body.id, state, story, page, actions: way.actions, from: way });
  },
});
