import { Problem } from "../../../kernel/problem.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { Deletion } from "../../../operation/ordinary/declare-delete.ts";
import { dropSave, SAVE_PREFIX } from "../saves.ts";
import { runParams } from "../schemas.ts";

export const deleteSave = projectCall({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/saves/{save_id}",
  scope: "write",
  summary: "Delete a save of a playthrough",
  description: "Deletes the name alone: the playthrough, and those that were forked by the save, stay as they are.",
  params: runParams.extend({ save_id: idOf(SAVE_PREFIX).meta({ description: "The save." }) }),
  output: Deletion,
  errors: ["not_found"],
  handle: async ({ services, project }, { params: { run_id, save_id: id } }) => {
    if (!(await dropSave(services.database.writes, project.id, run_id, id))) throw new Problem("not_found");
    return { id, deleted: true as const };
  },
});
