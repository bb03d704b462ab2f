import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { groupApi } from "../api-resources.ts";

export const restoreGroup = declareRestore(
  groupApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}/restore",
);
