import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { commentApi } from "../schemas.ts";

export const restoreComment = declareRestore(
  commentApi,
  "/v1/projects/{project_id}/game-narrative/comments/{comment_id}/restore",
);
