import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { groupApi } from "../api-resources.ts";
import { groupFields } from "../schemas.ts";

export const updateGroup = declareUpdate(
  groupApi,
  "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}",
  { fields: groupFields, example: { title: "Act I: the gate" } },
);
