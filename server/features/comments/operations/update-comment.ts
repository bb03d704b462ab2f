import { edit } from "../../../operation/edit.ts";
import { declareUpdate } from "../../../operation/ordinary/declare-update.ts";
import { stateOf } from "../../../record/resource.ts";
import { commentResource } from "../comment.ts";
import { requireMembers } from "../require-members.ts";
import { commentApi, commentFields } from "../schemas.ts";

export const updateComment = declareUpdate(
  commentApi,
  "/v1/projects/{project_id}/game-narrative/comments/{comment_id}",
  {
    description: "Changes the text or the mentions of a comment. The author of the change is recorded.",
    fields: { text: commentFields.text, mentions: commentFields.mentions },
    example: { text: "Is this still true after the storm?" },
    write: async (context, version, { base_seq: baseSeq, text = version.text, mentions = version.mentions }) => {
      await requireMembers(context, mentions);
      const edited_by = text === version.text ? version.edited_by : context.caller.actor;
      const next = { ...stateOf(commentResource, version), text, mentions, edited_by };
      await edit(context, commentResource, version, next, { baseSeq });
    },
  },
);
