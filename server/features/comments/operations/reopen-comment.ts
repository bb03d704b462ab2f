import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { commentResource, OPEN } from "../comment.ts";
import { Comment, commentApi, toComment } from "../schemas.ts";

export const reopenComment = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/comments/{comment_id}/reopen",
  scope: "write",
  summary: "Reopen a comment",
  description: "What the thread is about is not settled after all. One that is open stays as it is.",
  params: commentApi.params,
  output: Comment,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(commentResource, [params.comment_id])],
  handle: async (context, { params }) => {
    const { record } = context;
    const version = await target(context, commentResource, params.comment_id);
    if (version.resolved) {
      record.update(commentResource, version, { ...stateOf(commentResource, version), ...OPEN }, { verb: "reopened" });
    }
    return toComment(await committed(context, commentResource, version.id));
  },
});
