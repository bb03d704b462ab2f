import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { shareApi } from "../schemas.ts";

export const getShare = declareGet(shareApi, "/v1/projects/{project_id}/shares/{share_id}");
