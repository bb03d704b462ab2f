import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { singleLine } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { changeParticipant, findNewcomer } from "../change-participants.ts";
import { conversationParams, Participant } from "../schemas.ts";

export const joinConversation = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/join",
  scope: "write",
  summary: "Join a conversation as a player",
  description:
    "Brings a player into a conversation: one who is invited, or any where `entry` is `players`. Joining again changes nothing.",
  params: conversationParams,
  body: z
    .strictObject({
      player_id: singleLine({ min: 1, max: 255 }).optional().meta({
        description: "The player: an id, or an external_id of yours. Required; the token of a player joins as its own.",
      }),
      name: singleLine({ min: 1, max: 100 }).optional().meta({
        description: "Name in the conversation; that of the avatar where it is absent.",
      }),
    })
    .meta({ id: "ConversationJoin" }),
  output: Participant,
  errors: ["not_found", "conversation_state", "wrong_state", "player_erased"],
  forPlayers: {
    narrow: ({ body }, { id }) => {
      if (body.player_id !== undefined && body.player_id !== id) throw new Problem("not_found");
      body.player_id = id;
    },
  },
  example: { player_id: "player-4711", name: "Ines" },
  handle: async (context, { params, body }) => {
    const who = await findNewcomer(context, { ...body, kind: "player" });
    const change = { who, to: "joined" as const, by: "self" as const };
    return (await changeParticipant(context, params.conversation_id, change)).participant;
  },
});
