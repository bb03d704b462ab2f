import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { commentResource } from "../comment.ts";
import { Comment, commentApi, toComment } from "../schemas.ts";

export const resolveComment = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/comments/{comment_id}/resolve",
  scope: "write",
  summary: "Resolve a comment",
  description: "Says that what the thread is about is settled. One that is resolved stays as it is.",
  params: commentApi.params,
  output: Comment,
  errors: ["not_found", "precondition_failed"],
  lookUps: ({ params }) => [byId(commentResource, [params.comment_id])],
  handle: async (context, { params }) => {
    const { record, caller, services } = context;
    const version = await target(context, commentResource, params.comment_id);
    if (!version.resolved) {
      const resolved_at = new Date(services.clock.now()).toISOString();
      const next = { ...stateOf(commentResource, version), resolved: true, resolved_at, resolved_by: caller.actor };
      record.update(commentResource, version, next, { verb: "resolved" });
    }
    return toComment(await committed(context, commentResource, version.id));
  },
});
