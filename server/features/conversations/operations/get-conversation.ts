import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { readHead } from "../head.ts";
import { readParticipants, showParticipant } from "../participants.ts";
import { ConversationDetail, conversationParams } from "../schemas.ts";
import { ownParticipant } from "../viewer.ts";

export const getConversation = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}",
  scope: "read",
  summary: "Get a conversation",
  description:
    "Settings and status of a conversation, and where it stands. With the token of a player, one that the player takes part in or could join.",
  params: conversationParams,
  output: ConversationDetail,
  forPlayers: {},
  errors: ["not_found"],
  taggedBy: "answer",
  handle: async ({ db, project, services, caller, atSeq, isPast }, { params: { conversation_id: id } }) => {
    if (caller.player !== null && isPast) {
      throw invalidValue(["query", "at_seq"], "the token of a player reads what there is now", atSeq);
    }
    const version = await findVersion(db, conversation.resource, project.id, id, atSeq);
    if (version === null) throw new Problem("not_found");
    if (isPast) return { ...conversation.toWire(version), last_number: null, turn: null, you: null };
    const place = { projectId: project.id, conversationId: id };
    const participants = await readParticipants(db, place);
    const own = ownParticipant(caller, participants, version.entry);
    const { last_number, turn } = await readHead(db, place);
    const keys = await services.playerKeys.read(db, project, caller.player === null ? [] : [caller.player.id]);
    return {
      ...conversation.toWire(version),
      last_number,
      turn: turn === null ? null : (participants.at(turn)?.id ?? null),
      you: own === null ? null : showParticipant(keys, own, { place: own.place }),
    };
  },
});
