import { sql } from "drizzle-orm";
import { Problem } from "../../kernel/problem.ts";
import type { Columns, Db } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { type ConversationVersion, conversation } from "./conversation.ts";

/** A conversation whose head is locked. */
export interface LockedConversation {
  readonly version: ConversationVersion;
  readonly lastNumber: number;
  /** Place of the participant who has the turn; null for nobody. */
  readonly turn: number | null;
}

/** Place of a conversation in a project. */
export interface ConversationPlace {
  readonly projectId: string;
  readonly conversationId: string;
}

type HeadRow = Columns<"conversation_heads", "last_number" | "turn">;

/**
 * Locks a conversation until the transaction ends. Whoever adds to it or changes who takes part does so first, so numbers grow in the
 * order in which entries become visible. What the record says of it is read behind the lock, which changes of its status take as well.
 *
 * @throws {@link Problem} `not_found`.
 */
export async function lockConversation(db: Db, place: ConversationPlace): Promise<LockedConversation> {
  const head = await lockHead(db, place);
  const version = await findVersion(db, conversation.resource, place.projectId, place.conversationId, null);
  if (version === null) throw new Problem("not_found");
  return { version, lastNumber: head.last_number, turn: head.turn };
}

/** Locks the head of a conversation, making it where there is none yet. */
export async function lockHead(db: Db, place: ConversationPlace): Promise<HeadRow> {
  const head = (await selectHead(db, place)) ?? (await makeHead(db, place));
  return { ...head, last_number: Number(head.last_number) };
}

async function selectHead(db: Db, { projectId, conversationId }: ConversationPlace): Promise<HeadRow | null> {
  const [row] = await db.execute<HeadRow>({
    text: "SELECT last_number, turn FROM conversation_heads WHERE project_id = $1 AND conversation_id = $2 FOR UPDATE",
    values: [projectId, conversationId],
  });
  return row ?? null;
}

async function makeHead(db: Db, place: ConversationPlace): Promise<HeadRow> {
  const { projectId, conversationId } = place;
  await db.execute(
    sql`INSERT INTO conversation_heads (project_id, conversation_id, last_number) VALUES (${projectId}, ${conversationId}, 0) ON CONFLICT DO NOTHING`,
  );
  const made = await selectHead(db, place);
  if (made === null) throw new Error(`the conversation ${conversationId} has no head`);
  return made;
}

/** Gives the turn to a participant, or takes it. */
export async function setTurn(
  db: Db,
  { projectId, conversationId }: ConversationPlace,
  turn: number | null,
): Promise<void> {
  await db.execute(
    sql`UPDATE conversation_heads SET turn = ${turn}::int WHERE project_id = ${projectId} AND conversation_id = ${conversationId}`,
  );
}

/** Reads where a conversation stands: the number of its last entry and who has the turn. */
export async function readHead(db: Db, { projectId, conversationId }: ConversationPlace): Promise<HeadRow> {
  const [row] = await db.execute<HeadRow>({
    text: "SELECT last_number, turn FROM conversation_heads WHERE project_id = $1 AND conversation_id = $2",
    values: [projectId, conversationId],
  });
  return row === undefined ? { last_number: 0, turn: null } : { ...row, last_number: Number(row.last_number) };
}
