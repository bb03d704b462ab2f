import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { checkpointApi } from "../schemas.ts";

export const getCheckpoint = declareGet(checkpointApi, "/v1/projects/{project_id}/checkpoints/{checkpoint_id}");
