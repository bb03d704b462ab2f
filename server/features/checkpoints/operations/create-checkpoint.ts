import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { createCheckpointIn, newCheckpointBody } from "../new-checkpoint.ts";
import { Checkpoint } from "../schemas.ts";

export const createCheckpoint = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/checkpoints",
  scope: "write",
  summary: "Create a checkpoint",
  description: "Gives a moment of the project a name, so that it can be found, looked at and restored from.",
  params: projectScope,
  body: newCheckpointBody,
  output: Checkpoint,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { name: "Before the rewrite of act two" },
  handle: (context, { body }) => createCheckpointIn(context, body),
});
