import { sql } from "drizzle-orm";
import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { addEntry, type MessageRow, showMessage, toEntry } from "../entries.ts";
import { lockConversation } from "../head.ts";
import { readParticipants } from "../participants.ts";
import { showingOf } from "../read-entries.ts";
import { ConversationMessage, conversationParams } from "../schemas.ts";
import { viewerOf } from "../viewer.ts";

/** Number of a message in a path. */
const messageNumber = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .meta({ description: "Number of the message." });

export const redactConversationMessage = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/conversations/{conversation_id}/messages/{number}/redact",
  scope: "write",
  summary: "Redact a message",
  description:
    "Takes the words of a message away for good; that it was said stays. The token of a player redacts its own. Redacting it again changes nothing.",
  params: conversationParams.extend({ number: messageNumber }),
  output: ConversationMessage,
  errors: ["not_found"],
  forPlayers: {},
  handle: async ({ services, project, caller }, { params }) => {
    const { conversation_id: conversationId } = params;
    const place = { projectId: project.id, conversationId };
    const now = services.clock.now();
    const { message, isChanged } = await services.database.writes.transaction("write", async (db) => {
      const { lastNumber } = await lockConversation(db, place);
      const participants = await readParticipants(db, place);
      const viewer = viewerOf({ caller, participants, asked: ["query", undefined] });
      const row = await findMessage(db, place, Number(params.number));
      if (row === null || (viewer !== null && row.speaker !== viewer.place)) throw new Problem("not_found");
      const isChanged = row.redacted_at === null;
      const redacted = isChanged ? { ...row, text: null, redacted_at: new Date(now).toISOString() } : row;
      if (isChanged) {
        await db.execute(
          sql`UPDATE conversation_entries SET text = NULL, redacted_at = ${redacted.redacted_at}::timestamptz
              WHERE project_id = ${project.id} AND conversation_id = ${conversationId} AND number = ${row.number}`,
        );
        const data = { message: row.number };
        await addEntry(db, place, lastNumber + 1, { kind: "redaction", data, audience: row.audience, at: now });
      }
      const showing = await showingOf({ services, db, project }, place, [redacted], viewer === null, participants);
      return { message: showMessage(showing, redacted), isChanged };
    });
    if (isChanged) services.live.conversations.added(place);
    return message;
  },
});

async function findMessage(
  db: Parameters<typeof addEntry>[0],
  { projectId, conversationId }: { readonly projectId: string; readonly conversationId: string },
  number: number,
): Promise<MessageRow | null> {
  const [row] = await db.execute(
    sql`SELECT * FROM conversation_entries WHERE project_id = ${projectId} AND conversation_id = ${conversationId}
        AND number = ${number} AND kind = 'message'`,
  );
  return row === undefined ? null : (toEntry(row) as MessageRow);
}
