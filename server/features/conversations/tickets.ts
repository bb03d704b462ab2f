import { sql } from "drizzle-orm";
import type { Caller } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import { type Columns, type Db, jsonb } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import { hasChecksum, hashKey, newSecret } from "../access/public.ts";
import type { ConversationPlace } from "./head.ts";
import { callerOf, type KeptCaller, keptCaller } from "./kept-caller.ts";
import { findProject } from "./project.ts";

/** Milliseconds for which a ticket is good. */
const TICKET_MS = 60_000;
/** Prefix of all tickets. */
const PREFIX = "ct_";
const SHAPE = /^ct_[0-9A-Za-z]{38}$/;

/** Prefix of the addresses that tickets open. */
export const STREAMS_PATH = "/streams/conversations/";

/** A ticket to make. */
interface TicketGrant extends ConversationPlace {
  readonly participantId: string | null;
  /** Number after which the stream goes on. */
  readonly after: number;
  readonly caller: Caller;
}

/** Makes a ticket of 190 random bits. It is answered here and kept nowhere. */
export async function makeTicket(
  db: Db,
  { projectId, conversationId, participantId, after, caller }: TicketGrant,
  now: number,
): Promise<{ path: string; expiresAt: string }> {
  const ticket = newSecret(PREFIX);
  const expiresAt = new Date(now + TICKET_MS).toISOString();
  await db.execute(
    sql`INSERT INTO conversation_tickets (hash, of_project, conversation_id, participant_id, after, caller, expires_at)
        VALUES (${hashKey(ticket)}, ${projectId}, ${conversationId}, ${participantId}, ${after}, ${jsonb(keptCaller(caller))},
          ${expiresAt}::timestamptz)`,
  );
  return { path: `${STREAMS_PATH}${ticket}`, expiresAt };
}

/** A stream that a ticket opens. */
export interface TicketedStream extends ConversationPlace {
  /** Caller who asked for the ticket, with the rights of now. */
  readonly caller: Caller;
  readonly participantId: string | null;
  readonly after: number;
}

/** Takes a ticket, which is gone then; null for one that opens nothing, or whose caller would be refused now. */
export async function takeTicket(services: Services, ticket: string): Promise<TicketedStream | null> {
  if (!SHAPE.test(ticket) || !hasChecksum(ticket)) return null;
  const { database, clock, currentCaller } = services;
  const [row] = await database.writes.execute<
    Columns<"conversation_tickets", "of_project" | "conversation_id" | "participant_id" | "after" | "expires_at"> & {
      caller: KeptCaller;
    }
  >(
    sql`DELETE FROM conversation_tickets WHERE hash = ${hashKey(ticket)}
        RETURNING of_project, conversation_id, participant_id, after, caller, expires_at`,
  );
  if (row === undefined || new Date(row.expires_at).getTime() <= clock.now()) return null;
  const project = await findProject(database.reads, row.of_project);
  if (project === null) return null;
  const caller = await currentCaller(callerOf(row.caller, project));
  if (caller === null) return null;
  return {
    caller,
    projectId: project.id,
    conversationId: row.conversation_id,
    participantId: row.participant_id,
    after: Number(row.after),
  };
}

/** Removes some tickets whose time is over; answers whether there are more. */
export function forgetOldTickets(db: Db, now: number): Promise<boolean> {
  return removeOld(db, { table: "conversation_tickets", column: "expires_at", until: now });
}
