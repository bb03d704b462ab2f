import { type SQL, sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import type { Columns, Db } from "../../record/database.ts";
import { firstRows } from "../../record/list/first-rows.ts";
import type { Action, InterruptReason } from "./session.ts";

/** A session that a person is asked something in. */
export type WaitingSession = Columns<"session_versions", "project_id" | "kind"> & {
  readonly session_id: string;
  readonly question: string;
  readonly reason: InterruptReason;
  readonly since: string;
  readonly expires_at: string;
};

/** A session's last answer. */
export type AnsweredSession = Columns<"session_versions", "project_id" | "kind"> & {
  readonly session_id: string;
  readonly action: Action;
  readonly comment: string | null;
  readonly by: string;
  readonly at: string;
};

/** Sessions that wait for a person in some projects, a subquery of `project_id`; the last asked first, and how many there are. */
export async function waitingSessions(
  db: Db,
  projects: SQL,
  limit: number,
): Promise<{ rows: WaitingSession[]; total: number }> {
  return firstRows<WaitingSession>(db, {
    columns: sql`v.id AS session_id, v.project_id, v.kind, v.interrupt->>'question' AS question, v.interrupt->>'reason' AS reason,
      v.updated_at AS since, v.interrupt->>'expires_at' AS expires_at`,
    from: sql`FROM session_versions v WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.status = 'awaiting_human'`,
    order: sql`v.updated_at DESC, v.id`,
    limit,
  });
}

/** Sessions that a person has answered since a moment, the last answer first. */
export async function answeredSessions(
  db: Db,
  projects: SQL,
  { since, limit }: { since: string; limit: number },
): Promise<AnsweredSession[]> {
  return db.execute<AnsweredSession>(
    sql`SELECT v.id AS session_id, v.project_id, v.kind, v.answer->>'action' AS action, v.answer->>'comment' AS comment,
          v.answer->>'by' AS by, v.answer->>'at' AS at
        FROM session_versions v
        WHERE v.project_id IN (${projects}) AND v.${isCurrent} AND v.answer IS NOT NULL AND v.updated_at >= ${since}
          AND v.answer->>'at' >= ${since}
        ORDER BY v.answer->>'at' DESC, v.id LIMIT ${limit}`,
  );
}
