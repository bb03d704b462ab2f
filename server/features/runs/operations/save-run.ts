import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { chosenId, integer, text } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { ofOwnRun } from "../for-players.ts";
import { placeAtStep } from "../open-run.ts";
import { countSaves, findSave, keepSave, MAX_SAVES, SAVE_PREFIX, showSave } from "../saves.ts";
import { RunSave, runParams } from "../schemas.ts";
import { readStanding } from "../standing.ts";

export const saveRun = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/saves",
  scope: "write",
  summary: "Save a playthrough",
  description:
    "Gives a step of a playthrough a name, to go on from there later: [fork](/docs/reference/runs#runs_fork) loads it. What was decided, learnt and changed up to that step comes along, and nothing later. A save is no event; sent again with the same `id` and content it is answered as before.",
  params: runParams,
  body: z.strictObject({
    id: chosenId(SAVE_PREFIX),
    label: text({ min: 1, max: 200, singleLine: true }).meta({ description: "Name of the save." }),
    step: integer({ min: 0 }).optional().meta({ description: "The step to save; the current one when absent." }),
  }),
  output: RunSave,
  forPlayers: ofOwnRun,
  status: 201,
  errors: ["not_found", "run_state", "id_taken"],
  example: { label: "Before the weighing" },
  handle: async ({ services, project }, { params, body }) => {
    const { reads, writes } = services.database;
    const standing = await readStanding(reads, project.id, params.run_id);
    if (standing === null) throw new Problem("not_found");
    const { label, step = standing.step } = body;
    if (step > standing.step) throw aboveMaximum(["body", "step"], step, standing.step);
    const id = body.id ?? newId(SAVE_PREFIX, services.clock.now());
    const before = body.id === undefined ? null : await findSave(reads, project.id, params.run_id, id);
    if (before === null && (await countSaves(reads, project.id, params.run_id)) >= MAX_SAVES) {
      throw new Problem("run_state", { detail: { reason: "too_many_saves" } });
    }
    const save = { id, run_id: params.run_id, label, step };
    const at = await placeAtStep(reads, standing, step);
    const kept = await keepSave(writes, project.id, save, { at, now: services.clock.now() });
    if (kept !== null) return showSave(kept);
    const there = await findSave(writes, project.id, params.run_id, id);
    if (there === null) throw new Problem("not_found");
    if (there.label !== label || there.step !== step) throw new Problem("id_taken");
    return showSave(there);
  },
});
