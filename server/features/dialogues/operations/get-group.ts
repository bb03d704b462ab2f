import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { groupApi } from "../api-resources.ts";

export const getGroup = declareGet(groupApi, "/v1/projects/{project_id}/game-narrative/dialogue-groups/{group_id}");
