import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { Deletion } from "../../../operation/ordinary/declare-delete.ts";
import { byId } from "../../../record/look-up.ts";
import { run } from "../run.ts";
import { runParams } from "../schemas.ts";
import { forgetRun } from "../standing.ts";

export const deleteRun = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}",
  scope: "write",
  summary: "Delete a playthrough",
  description: "Deletes the steps of a playthrough permanently. Its beginning and end stay in the record.",
  params: runParams,
  output: Deletion,
  errors: ["not_found", "precondition_failed"],
  alone: true,
  lookUps: ({ params }) => [byId(run.resource, [params.run_id])],
  handle: async (context, { params }) => {
    const version = await target(context, run.resource, params.run_id);
    context.record.remove(run.resource, version);
    await context.record.commit();
    await forgetRun(context.db, version.project_id, version.id);
    return { id: version.id, deleted: true as const };
  },
});
