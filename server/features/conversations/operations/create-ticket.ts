import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { readHead } from "../head.ts";
import { readParticipants } from "../participants.ts";
import { conversationParams, participantId } from "../schemas.ts";
import { makeTicket } from "../tickets.ts";
import { viewerOf } from "../viewer.ts";

export const createConversationTicket = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/tickets",
  scope: "read",
  summary: "Create a ticket for a browser",
  description:
    "Answers an address by which an `EventSource` follows the conversation: browsers send no headers with it. It opens one stream, within a minute, with what the participant may hear; who follows longer or was cut asks for another one with `after`.",
  params: conversationParams,
  body: z
    .strictObject({
      participant_id: participantId().optional().meta({
        description:
          "Participant whose stream it opens; that of whoever runs the game without it. The token of a player opens its own.",
      }),
      after: integer({ min: 0 }).optional().meta({
        description: "Number after which the stream goes on, such as the last `id`; that of now without it.",
      }),
    })
    .meta({ id: "ConversationTicketCreate" }),
  bodyOptional: true,
  output: z
    .object({
      url: z.string().meta({ description: "Address of the stream. Whoever has it first may follow." }),
      expires_at: z.iso.datetime().meta({ description: "Time from which it opens nothing, UTC." }),
    })
    .meta({ id: "ConversationTicket" }),
  status: 201,
  secretOutput: true,
  forPlayers: {},
  errors: ["not_found"],
  example: { after: 12 },
  handle: async ({ services, project, caller }, { params: { conversation_id: conversationId }, body }) => {
    const { reads, writes } = services.database;
    const place = { projectId: project.id, conversationId };
    if ((await findVersion(reads, conversation.resource, project.id, conversationId, null)) === null) {
      throw new Problem("not_found");
    }
    const participants = await readParticipants(reads, place);
    const viewer = viewerOf({ caller, participants, asked: ["body", body.participant_id] });
    const after = body.after ?? (await readHead(reads, place)).last_number;
    const grant = { ...place, participantId: viewer?.id ?? null, after, caller };
    const { path, expiresAt } = await makeTicket(writes, grant, services.clock.now());
    return { url: `${services.publicUrl}${path}`, expires_at: expiresAt };
  },
});
