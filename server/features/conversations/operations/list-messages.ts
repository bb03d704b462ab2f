import { sql } from "drizzle-orm";
import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { conversation } from "../conversation.ts";
import { heardBy, type MessageRow, showMessage, toEntry } from "../entries.ts";
import { readParticipants } from "../participants.ts";
import { showingOf } from "../read-entries.ts";
import { asParticipant, ConversationMessage, conversationParams } from "../schemas.ts";
import { viewerOf } from "../viewer.ts";

export const listConversationMessages = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/messages",
  scope: "read",
  summary: "List the messages of a conversation",
  description:
    "What was said, in the order of its numbers. With the token of a player what its participant heard, and with `participant_id` what that one did. Messages are no part of the record, so there is no `at_seq`.",
  params: conversationParams,
  query: z.object({
    after_number: integer({ min: 0, default: 0 }).meta({ description: "Only messages behind this number." }),
    order: z.enum(["asc", "desc"]).default("asc").meta({ description: "`desc` begins with the last." }),
    ...asParticipant,
    ...keysetQuery,
  }),
  output: z.object({
    messages: z.array(ConversationMessage).meta({ description: "One page of messages." }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  forPlayers: {},
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params: { conversation_id: conversationId }, query }) => {
    const { db, project, services, caller, response } = context;
    const { after_number, order, participant_id: asId, ...page } = query;
    const place = { projectId: project.id, conversationId };
    const version = await findVersion(db, conversation.resource, project.id, conversationId, null);
    if (version === null) throw new Problem("not_found");
    const participants = await readParticipants(db, place);
    const viewer = viewerOf({ caller, participants, asked: ["query", asId] });
    const { rows, has_more } = await readKeyset(
      context,
      page,
      { keys: { number: sql`e.number` }, order },
      async ({ behind, tail }) =>
        (
          await db.execute(
            sql`SELECT e.* FROM conversation_entries e WHERE e.project_id = ${project.id} AND e.conversation_id = ${conversationId}
                AND e.kind = 'message' AND e.number > ${after_number} AND ${heardBy(viewer?.place ?? null)} AND ${behind} ${tail}`,
          )
        ).map((row) => toEntry(row) as MessageRow & Record<string, unknown>),
    );
    response.players = [...new Set(rows.flatMap(({ players }) => players))];
    const showing = await showingOf({ services, db, project }, place, rows, viewer === null, participants);
    return { messages: rows.map((row) => showMessage(showing, row)), has_more };
  },
});
