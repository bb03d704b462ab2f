import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { checkpointApi, checkpointFields } from "../schemas.ts";

export const updateCheckpoint = declareUpdate(checkpointApi, "/v1/projects/{project_id}/checkpoints/{checkpoint_id}", {
  description: "Its name and its note; the moment it names stays.",
  fields: { name: checkpointFields.name, note: checkpointFields.note },
  example: { name: "First table read" },
});
