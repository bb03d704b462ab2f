import { z } from "zod";
import { PARTICIPANT_KINDS } from "#domain/conversation.ts";
import { idOf, singleLine } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { changeParticipant, findNewcomer } from "../change-participants.ts";
import { requireInStory } from "../require-in-story.ts";
import { conversationParams, Participant } from "../schemas.ts";

export const addConversationParticipant = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/participants",
  scope: "write",
  summary: "Add a participant",
  description:
    "Adds a player, an npc or a game master to a conversation, or invites one. Whoever takes part already is brought into the state that is asked for.",
  params: conversationParams,
  body: z
    .strictObject({
      kind: z.enum(PARTICIPANT_KINDS).meta({ description: "A player, an npc or a game master." }),
      player_id: singleLine({ min: 1, max: 255 }).optional().meta({
        description: "The player: an id, or an external_id of yours. A game master may be one.",
      }),
      npc_id: idOf("npc").optional().meta({ description: "The npc." }),
      name: singleLine({ min: 1, max: 100 }).optional().meta({
        description: "Name in the conversation; that of the npc's entity or of the player's avatar where it is absent.",
      }),
      state: z.enum(["invited", "joined"]).default("joined").meta({ description: "`joined` takes part at once." }),
    })
    .meta({ id: "ConversationParticipantCreate" }),
  output: Participant,
  status: 201,
  otherStatus: { status: 200, when: "It takes part already." },
  errors: ["not_found", "conversation_state", "wrong_state", "player_erased"],
  example: { kind: "gm", name: "The teller" },
  handle: async (context, { params, body }) => {
    const who = await findNewcomer(context, body);
    if (who.npcId !== null) await requireInStory(context, params.conversation_id, who.npcId);
    const { participant, isNew } = await changeParticipant(context, params.conversation_id, {
      who,
      to: body.state,
      by: "host",
    });
    if (!isNew) context.response.status = 200;
    return participant;
  },
});
