import { projectCall } from "../../../operation/operation.ts";
import { postMessage } from "../post-message.ts";
import { ConversationMessage, conversationParams, MessageBody } from "../schemas.ts";

export const postConversationMessage = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/messages",
  scope: "write",
  summary: "Say something in a conversation",
  description:
    "Adds a message of a participant. `listeners` says whom it is said to, `audience` who hears it: a message with an audience is a whisper, and nobody else ever learns of it. Sent again with the same `client_id` and content it is answered as before. Messages are no events of the record.",
  params: conversationParams,
  body: MessageBody,
  output: ConversationMessage,
  status: 201,
  otherStatus: { status: 200, when: "The message was there already." },
  errors: ["not_found", "conversation_state", "client_id_reused", "player_erased"],
  forPlayers: { run: ({ body: { run } }) => run },
  example: { text: "When does the gate open?", speaker: "cpt_01k9hq3tx8v2m5rbz4nd7wcfje", client_id: "m-1" },
  handle: async (context, { params, body }) => {
    const { message, isRepeated } = await postMessage(context, params.conversation_id, body);
    if (isRepeated) context.response.status = 200;
    return message;
  },
});
