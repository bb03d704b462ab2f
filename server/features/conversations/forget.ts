import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";
import { type ConversationPlace, lockHead } from "./head.ts";

/** Deletes what lies beside the record of a conversation. */
export async function forgetConversation(db: Db, place: ConversationPlace): Promise<void> {
  const { projectId, conversationId } = place;
  await lockHead(db, place);
  for (const table of [
    "conversation_replies",
    "conversation_entries",
    "conversation_participants",
    "conversation_heads",
  ]) {
    await db.execute(
      sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`,
    );
  }
}
