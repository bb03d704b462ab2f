import { declareDelete } from "../../../operation/ordinary/declare-delete.ts";
import { commentApi } from "../schemas.ts";

export const deleteComment = declareDelete(
  commentApi,
  "/v1/projects/{project_id}/game-narrative/comments/{comment_id}",
  { description: "Replies are kept and can be restored with it." },
);
