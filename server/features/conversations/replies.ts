import { sql } from "drizzle-orm";
import type { Caller } from "../../kernel/scope.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import type { ConversationPlace } from "./head.ts";
import { type KeptCaller, keptCaller } from "./kept-caller.ts";

/** Milliseconds for which whoever finds an answer has the conversation: longer than an answer may take. */
const LEASE_MS = 40_000;

/** An npc that is to say something. */
export interface PendingReply {
  /** Place of the npc. */
  readonly place: number;
  /** Number of the last message that was said to it; 0 for none. */
  readonly number: number;
  readonly caller: KeptCaller;
  readonly attempts: number;
}

/** Asks an npc to say something, once: whoever speaks to it before it does is answered together with those before. */
export async function askForReply(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  { place, number, caller, now }: { place: number; number: number; caller: Caller; now: number },
): Promise<void> {
  const due = new Date(now).toISOString();
  await db.execute(
    sql`INSERT INTO conversation_replies (project_id, conversation_id, place, number, caller, due_at)
        VALUES (${projectId}, ${conversationId}, ${place}::int, ${number}, ${jsonb(keptCaller(caller))}, ${due}::timestamptz)
        ON CONFLICT (project_id, conversation_id, place) DO UPDATE SET number = excluded.number, caller = excluded.caller,
          due_at = excluded.due_at`,
  );
}

/** Condition of replies (under `r`) that wait until their conversation is resumed. */
const WAITS_FOR_RESUME = sql`EXISTS (SELECT FROM conversation_versions v WHERE v.project_id = r.project_id AND v.id = r.conversation_id
  AND ${holds(null, "v")} AND v.status = 'paused')`;

/** Finds the npc that is to speak next; null for none, and while the conversation is paused. */
export async function nextReply(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  now: number,
): Promise<PendingReply | null> {
  const [row] = await db.execute<
    Columns<"conversation_replies", "place" | "number" | "attempts"> & { caller: KeptCaller }
  >(
    sql`SELECT r.place, r.number, r.caller, r.attempts FROM conversation_replies r
        WHERE r.project_id = ${projectId} AND r.conversation_id = ${conversationId}
          AND r.due_at <= ${new Date(now).toISOString()}::timestamptz AND NOT ${WAITS_FOR_RESUME}
        ORDER BY r.number, r.place LIMIT 1`,
  );
  return row === undefined ? null : { ...row, number: Number(row.number) };
}

/** Lets go of a reply that was given, or cannot be: one that was asked for anew since is still owed. */
export async function dropReply(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  { place, number }: Pick<PendingReply, "place" | "number">,
): Promise<void> {
  await db.execute(
    sql`DELETE FROM conversation_replies WHERE project_id = ${projectId} AND conversation_id = ${conversationId}
        AND place = ${place}::int AND number <= ${number}`,
  );
}

/** Notes that an attempt came to nothing; the next is made after a pause. Answers whether the npc is still to speak. */
export async function putOff(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  { place }: Pick<PendingReply, "place">,
  dueAt: number,
): Promise<boolean> {
  const rows = await db.execute(
    sql`UPDATE conversation_replies SET attempts = attempts + 1, due_at = ${new Date(dueAt).toISOString()}::timestamptz
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND place = ${place}::int RETURNING 1`,
  );
  return rows.length > 0;
}

/** Takes the word of npcs in a conversation, so that one speaks at a time; answers whether it was free. */
export async function takeWord(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  holder: string,
  now: number,
): Promise<boolean> {
  const rows = await db.execute(
    sql`UPDATE conversation_heads SET answering_by = ${holder}, answering_until = ${new Date(now + LEASE_MS).toISOString()}::timestamptz
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND (answering_by = ${holder}
          OR answering_until IS NULL OR answering_until < ${new Date(now).toISOString()}::timestamptz) RETURNING 1`,
  );
  return rows.length > 0;
}

/** Whether a holder has the word of npcs. The conversation is locked. */
export async function hasWord(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  holder: string,
): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT 1 FROM conversation_heads WHERE project_id = ${projectId} AND conversation_id = ${conversationId}
        AND answering_by = ${holder}`,
  );
  return rows.length > 0;
}

/** Gives the word of npcs back. */
export async function giveBackWord(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  holder: string,
): Promise<void> {
  await db.execute(
    sql`UPDATE conversation_heads SET answering_by = NULL, answering_until = NULL
        WHERE project_id = ${projectId} AND conversation_id = ${conversationId} AND answering_by = ${holder}`,
  );
}

/** A conversation in which an npc is to speak. */
export type WaitingConversation = ConversationPlace;

/** Finds conversations in which npcs have been due to speak since a time, and nobody finds words for them. */
export async function findForgotten(db: Db, since: number, now: number, limit: number): Promise<WaitingConversation[]> {
  return db.execute<{ projectId: string; conversationId: string }>(
    sql`SELECT DISTINCT r.project_id AS "projectId", r.conversation_id AS "conversationId" FROM conversation_replies r
        JOIN conversation_heads h ON h.project_id = r.project_id AND h.conversation_id = r.conversation_id
        WHERE r.due_at <= ${new Date(since).toISOString()}::timestamptz AND NOT ${WAITS_FOR_RESUME}
          AND (h.answering_until IS NULL OR h.answering_until < ${new Date(now).toISOString()}::timestamptz) LIMIT ${limit}`,
  );
}
