import { sql } from "drizzle-orm";
import { isoMoment } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Db } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import { DEMO_MESSAGES, DEMO_SESSION_MS } from "./limits.ts";

/** A conversation as it is kept. */
export interface KeptSession {
  readonly session_id: string;
  readonly questions: readonly { readonly text: string; readonly at: string }[];
  readonly created_at: string;
  readonly expires_at: string;
}

type SessionRow = KeptSession & Record<string, unknown>;

/** Rows removed at once. */
const REMOVED_AT_ONCE = 5_000;

/** Begins a conversation. */
export async function beginSession(db: Db, now: number): Promise<KeptSession> {
  const session: KeptSession = {
    session_id: newId("demo", now),
    questions: [],
    created_at: iso(now),
    expires_at: iso(now + DEMO_SESSION_MS),
  };
  await db.execute(
    sql`INSERT INTO demo_sessions (session_id, questions, created_at, expires_at)
        VALUES (${session.session_id}, '[]', ${session.created_at}, ${session.expires_at})`,
  );
  return session;
}

/**
 * A conversation that is not over.
 *
 * @throws Problem `not_found`, also where it was once
 */
export async function findSession(db: Db, sessionId: string, now: number): Promise<KeptSession> {
  return found(
    await db.execute<SessionRow>(
      sql`SELECT session_id, questions, created_at, expires_at FROM demo_sessions
          WHERE session_id = ${sessionId} AND expires_at > ${iso(now)}`,
    ),
  );
}

/**
 * Adds a question; those that come at the same time are added one after the other.
 *
 * @throws Problem `not_found`, `demo_message_limit`
 */
export async function addQuestion(db: Db, sessionId: string, text: string, now: number): Promise<KeptSession> {
  const session = found(
    await db.execute<SessionRow>(
      sql`SELECT session_id, questions, created_at, expires_at FROM demo_sessions
          WHERE session_id = ${sessionId} AND expires_at > ${iso(now)} FOR UPDATE`,
    ),
  );
  if (session.questions.length >= DEMO_MESSAGES) throw noneLeft(Date.parse(session.expires_at) - now);
  const questions = [...session.questions, { text, at: iso(now) }];
  await db.execute(
    sql`UPDATE demo_sessions SET questions = ${JSON.stringify(questions)}::jsonb WHERE session_id = ${sessionId}`,
  );
  return { ...session, questions };
}

/** Removes some conversations that are over; answers whether there are more. */
export function forgetOldSessions(db: Db, now: number): Promise<boolean> {
  return removeOld(db, { table: "demo_sessions", column: "expires_at", until: now, atOnce: REMOVED_AT_ONCE });
}

function found(rows: readonly SessionRow[]): KeptSession {
  const [row] = rows;
  if (row === undefined) throw new Problem("not_found", { message: "This conversation is over, or never was." });
  return { ...row, created_at: isoMoment(row.created_at), expires_at: isoMoment(row.expires_at) };
}

/** Waiting brings no more questions to this conversation: it says when the conversation itself is over. */
function noneLeft(leftMs: number): Problem {
  return new Problem("demo_message_limit", {
    detail: { violated_policies: ["demo_messages"], limit: DEMO_MESSAGES },
    headers: { "retry-after": String(Math.max(1, Math.ceil(leftMs / 1000))) },
  });
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
