import { sql } from "drizzle-orm";
import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { findVersions } from "../../../record/versions.ts";
import { hasPlayer, playerParams } from "../../players/public.ts";
import { conversation } from "../conversation.ts";
import { type ParticipantRow, showParticipant } from "../participants.ts";
import { Participant } from "../schemas.ts";

const LAST_MADE: KeysetOrder = { keys: { conversation_id: sql`p.conversation_id` }, order: "desc" };

/** A conversation with the participant of a player. */
const OwnConversation = conversation.wire
  .extend({ you: Participant.meta({ description: "The player's participant in it." }) })
  .meta({ id: "ConversationOfPlayer" });

export const listPlayerConversations = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/conversations",
  scope: "read",
  summary: "List the conversations of a player",
  description:
    "Conversations that a player takes or took part in, or is invited to, the newest first; with the token of a player not those that the player was sent away from. Participants are no part of the record, so there is no `at_seq`.",
  params: playerParams,
  query: z.object(keysetQuery),
  output: z.object({
    conversations: z.array(OwnConversation).meta({ description: "One page of conversations." }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  forPlayers: {
    narrow: ({ params: { player_id: id } }, player) => {
      if (id !== player.id) throw new Problem("not_found");
    },
  },
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params: { player_id: playerId }, query }) => {
    const { db, project, services, caller, response } = context;
    if (!(await hasPlayer(context, playerId, null))) throw new Problem("not_found");
    const among = caller.player === null ? sql`true` : sql`p.state NOT IN ('removed', 'banned')`;
    const { rows, has_more } = await readKeyset(context, query, LAST_MADE, ({ behind, tail }) =>
      db.execute<ParticipantRow & Record<string, unknown>>(
        sql`SELECT p.* FROM conversation_participants p WHERE p.project_id = ${project.id} AND p.player_id = ${playerId}
            AND ${among} AND ${behind} ${tail}`,
      ),
    );
    response.players = [playerId];
    const ids = rows.map(({ conversation_id: id }) => id);
    const versions = await findVersions(db, conversation.resource, project.id, { id: ids });
    const byId = new Map(versions.map((version) => [version.id, version]));
    const keys = await services.playerKeys.read(db, project, [playerId]);
    const conversations = rows.flatMap((row) => {
      const version = byId.get(row.conversation_id);
      const you = showParticipant(keys, row, { place: row.place });
      return version === undefined ? [] : [{ ...conversation.toWire(version), you }];
    });
    return { conversations, has_more };
  },
});
