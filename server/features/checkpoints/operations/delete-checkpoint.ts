import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { checkpointResource } from "../checkpoint.ts";
import { checkpointParams } from "../schemas.ts";

export const deleteCheckpoint = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/checkpoints/{checkpoint_id}",
  scope: "write",
  summary: "Delete a checkpoint",
  description: "Only the name goes; the moment stays in the record.",
  params: checkpointParams,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, checkpointResource, params.checkpoint_id);
    context.record.remove(checkpointResource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const };
  },
});
