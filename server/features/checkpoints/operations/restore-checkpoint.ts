import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { checkpointApi } from "../schemas.ts";

export const restoreCheckpoint = declareRestore(
  checkpointApi,
  "/v1/projects/{project_id}/checkpoints/{checkpoint_id}/restore",
);
