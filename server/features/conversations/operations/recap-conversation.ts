import { projectCall } from "../../../operation/operation.ts";
import { refuseFields } from "../../../operation/player-rule.ts";
import { recapOf } from "../recap.ts";
import { Recap, RecapBody } from "../recap-schemas.ts";
import { conversationParams } from "../schemas.ts";

export const recapConversation = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/recap",
  scope: "write",
  summary: "Recap a conversation",
  description:
    "Answers what was said in short: by a model, or by the lines that say most, word for word, which are the same for the same messages. `made_by` tells which. With `participant_id` it is of what that participant heard. Nothing of it is kept, but what an npc is to remember.",
  params: conversationParams,
  body: RecapBody,
  bodyOptional: true,
  output: Recap,
  long: true,
  forPlayers: {
    narrow: ({ body, sent }) => {
      refuseFields(sent, ["provider", "remember"]);
      body.provider = "extraction";
    },
  },
  errors: ["not_found", "provider_key_unverified"],
  example: { after_number: 0 },
  handle: (context, { params, body }) => recapOf(context, params.conversation_id, body),
});
