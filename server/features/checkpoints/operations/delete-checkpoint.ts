import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { checkpointApi } from "../schemas.ts";

export const deleteCheckpoint = declareDelete(checkpointApi, "/v1/projects/{project_id}/checkpoints/{checkpoint_id}", {
  description: "Only the name goes; the moment stays in the record.",
});
