import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { Deletion } from "../../../operation/ordinary/declare-delete.ts";
import { byId } from "../../../record/look-up.ts";
import { conversation } from "../conversation.ts";
import { forgetConversation } from "../forget.ts";
import { conversationParams } from "../schemas.ts";

export const deleteConversation = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}",
  scope: "write",
  summary: "Delete a conversation",
  description:
    "Deletes what was said in a conversation and who took part, permanently. Its settings and its status stay in the record.",
  params: conversationParams,
  output: Deletion,
  errors: ["not_found", "precondition_failed"],
  alone: true,
  lookUps: ({ params }) => [byId(conversation.resource, [params.conversation_id])],
  handle: async (context, { params }) => {
    const version = await target(context, conversation.resource, params.conversation_id);
    context.record.remove(conversation.resource, version);
    await context.record.commit();
    await forgetConversation(context.db, { projectId: version.project_id, conversationId: version.id });
    return { id: version.id, deleted: true as const };
  },
});
