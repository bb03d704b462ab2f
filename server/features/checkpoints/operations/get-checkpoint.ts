import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { checkpointResource } from "../checkpoint.ts";
import { Checkpoint, checkpointParams, toCheckpoint } from "../schemas.ts";

export const getCheckpoint = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/checkpoints/{checkpoint_id}",
  scope: "read",
  summary: "Get a checkpoint",
  params: checkpointParams,
  output: Checkpoint,
  errors: ["not_found"],
  handle: async ({ db, project, atSeq, response }, { params }) => {
    const version = await findVersion(db, checkpointResource, project.id, params.checkpoint_id, atSeq);
    if (version === null) throw new Problem("not_found");
    response.etag = version.valid_from_seq;
    return toCheckpoint(version);
  },
});
