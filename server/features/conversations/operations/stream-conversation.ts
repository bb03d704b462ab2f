import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectStream } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { followConversation } from "../follow.ts";
import { readHead } from "../head.ts";
import { readParticipants } from "../participants.ts";
import { asParticipant, ConversationStreamMessage, conversationParams } from "../schemas.ts";
import { viewerOf } from "../viewer.ts";

export const streamConversation = projectStream({
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/events",
  scope: "read",
  summary: "Follow a conversation",
  description:
    "Server-sent events of what is said and happens in a conversation, as far as its reader may know of it: `ready` first, then each `message`, `participant`, `status`, `turn` and `redaction` in the order of their numbers, each once. After a cut, pass the last `id` as `Last-Event-ID` or as `after`. `reset` says that more was missed than a stream tells again, and where to read it; `end` comes last. A comment line comes every 15 seconds.",
  params: conversationParams,
  query: z.object({
    after: integer({ min: 0 }).optional().meta({ description: "Start after this number; at the present without it." }),
    ...asParticipant,
  }),
  output: ConversationStreamMessage,
  forPlayers: {},
  errors: ["not_found"],
  resumption: {
    parameter: "after",
    identified: ["ready", "message", "participant", "status", "turn", "redaction", "reset"],
    idOf: (message) => ("number" in message.data ? String(message.data.number) : null),
  },
  handle: async ({ db, services, project, caller }, { params: { conversation_id: conversationId }, query }) => {
    const place = { projectId: project.id, conversationId };
    const version = await findVersion(db, conversation.resource, project.id, conversationId, null);
    if (version === null) throw new Problem("not_found");
    const participants = await readParticipants(db, place);
    const viewer = viewerOf({ caller, participants, asked: ["query", query.participant_id] });
    const { last_number: head } = await readHead(db, place);
    const { workspaceId, mode } = project;
    return followConversation(
      services.live,
      { ...place, workspaceId, mode },
      { place: viewer?.place ?? null, after: query.after ?? head, head },
    );
  },
});
