import { declareTransition } from "../../../operation/ordinary/declare-transition.ts";
import { OPEN } from "../comment.ts";
import { commentApi } from "../schemas.ts";

export const reopenComment = declareTransition(
  commentApi,
  "/v1/projects/{project_id}/game-narrative/comments/{comment_id}/reopen",
  {
    summary: "Reopen a comment",
    description: "Reopens a resolved thread. Has no effect on an open one.",
    verb: "reopened",
    change: ({ resolved }) => (resolved ? OPEN : null),
  },
);
