import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { checkpointResource } from "../checkpoint.ts";
import { Checkpoint, checkpointApi, toCheckpoint } from "../schemas.ts";

export const releaseCheckpoint = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/release",
  scope: "write",
  summary: "Release a checkpoint",
  description:
    "Marks the moment as meant for readers: share links may play it. Who did it and when is recorded. One that is released stays as it is.",
  params: checkpointApi.params,
  output: Checkpoint,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(checkpointResource, [params.checkpoint_id])],
  handle: async (context, { params }) => {
    const { record, caller, services } = context;
    const version = await target(context, checkpointResource, params.checkpoint_id);
    if (!version.released) {
      const released_at = new Date(services.clock.now()).toISOString();
      const next = { ...stateOf(checkpointResource, version), released: true, released_at, released_by: caller.actor };
      record.update(checkpointResource, version, next, { verb: "released" });
    }
    return toCheckpoint(await committed(context, checkpointResource, version.id));
  },
});
