import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { checkpointResource, UNRELEASED } from "../checkpoint.ts";
import { Checkpoint, checkpointApi, toCheckpoint } from "../schemas.ts";

export const unreleaseCheckpoint = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/unrelease",
  scope: "write",
  summary: "Take back the release of a checkpoint",
  description: "The moment is for authors alone again. Share links that play it are closed until it is released again.",
  params: checkpointApi.params,
  output: Checkpoint,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(checkpointResource, [params.checkpoint_id])],
  handle: async (context, { params }) => {
    const { record } = context;
    const version = await target(context, checkpointResource, params.checkpoint_id);
    if (version.released) {
      const next = { ...stateOf(checkpointResource, version), ...UNRELEASED };
      record.update(checkpointResource, version, next, { verb: "unreleased" });
    }
    return toCheckpoint(await committed(context, checkpointResource, version.id));
  },
});
