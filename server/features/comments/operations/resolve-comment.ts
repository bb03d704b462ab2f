import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { commentApi } from "../schemas.ts";

export const resolveComment = declareTransition(
  commentApi,
  "/v1/projects/{project_id}/game-narrative/comments/{comment_id}/resolve",
  {
    summary: "Resolve a comment",
    description: "Marks a thread as resolved. Has no effect on a resolved one.",
    verb: "resolved",
    change: ({ resolved }, { actor, at }) =>
      resolved ? null : { resolved: true, resolved_at: at, resolved_by: actor },
  },
);
