import { z } from "zod";
import { PARTICIPANT_STATES } from "#domain/conversation.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { changeParticipant } from "../change-participants.ts";
import { readParticipants } from "../participants.ts";
import { Participant, participantParams } from "../schemas.ts";

export const moveConversationParticipant = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/participants/{participant_id}",
  scope: "write",
  summary: "Change the state of a participant",
  description:
    "Invites, removes or bans a participant, or lets one join or leave. The token of a player joins and leaves as its own. What is so already stays; what does not follow from the present state is a 409 that names what does.",
  params: participantParams,
  body: z
    .strictObject({ state: z.enum(PARTICIPANT_STATES).meta({ description: "The state that it is brought into." }) })
    .meta({ id: "ConversationParticipantMove" }),
  output: Participant,
  errors: ["not_found", "conversation_state", "wrong_state"],
  forPlayers: {},
  example: { state: "left" },
  handle: async (context, { params: { conversation_id: conversationId, participant_id: id }, body: { state } }) => {
    const { caller, project, services } = context;
    if (caller.player !== null) {
      const place = { projectId: project.id, conversationId };
      const own = (await readParticipants(services.database.reads, place)).ofPlayer(caller.player.id);
      if (own?.id !== id || own.state === "removed" || own.state === "banned") throw new Problem("not_found");
    }
    const by = caller.player === null ? "host" : "self";
    return (await changeParticipant(context, conversationId, { who: { id }, to: state, by })).participant;
  },
});
