import { declareGet } from "../../../operation/ordinary/declare-get.ts";
import { commentApi } from "../schemas.ts";

export const getComment = declareGet(commentApi, "/v1/projects/{project_id}/game-narrative/comments/{comment_id}");
