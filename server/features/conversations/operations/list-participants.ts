import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { readParticipants, showParticipant } from "../participants.ts";
import { conversationParams, MAX_PARTICIPANTS, Participant } from "../schemas.ts";
import { ownParticipant } from "../viewer.ts";

export const listConversationParticipants = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/participants",
  scope: "read",
  summary: "List the participants of a conversation",
  description: `All who take or took part, in the order in which they came; at most ${MAX_PARTICIPANTS}. They are no part of the record, so there is no \`at_seq\`.`,
  params: conversationParams,
  output: z.object({ participants: z.array(Participant).meta({ description: "The participants." }) }),
  forPlayers: {},
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async ({ db, project, services, caller, response }, { params: { conversation_id: conversationId } }) => {
    const version = await findVersion(db, conversation.resource, project.id, conversationId, null);
    if (version === null) throw new Problem("not_found");
    const participants = await readParticipants(db, { projectId: project.id, conversationId });
    const own = ownParticipant(caller, participants, version.entry);
    const { players } = participants;
    response.players = players;
    const keys = await services.playerKeys.read(db, project, players);
    const to = caller.player === null ? "host" : { place: own?.place ?? 0 };
    return { participants: participants.all.map((row) => showParticipant(keys, row, to)) };
  },
});
