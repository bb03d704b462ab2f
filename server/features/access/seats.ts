import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";

/** Number of people in a workspace, and its growth. */
export interface Seats {
  /** Members, and invitations that can still be accepted. */
  readonly used: number;
  /** Number of people who joined within the last 30 days. */
  readonly recent: number;
}

/**
 * Counts members and those who are invited: an invitation keeps a place free until it ends, one for a person with several, and none for
 * somebody who is a member. `now` in milliseconds.
 */
export async function countSeats(db: Db, workspaceId: string, now: number): Promise<Seats> {
  const at = new Date(now).toISOString();
  const [row] = await db.execute<{ used: string; recent: string }>(
    sql`SELECT count(*) AS used, count(*) FILTER (WHERE created_at > ${at}::timestamptz - interval '30 days') AS recent
        FROM (SELECT created_at FROM memberships WHERE workspace_id = ${workspaceId}
          UNION ALL SELECT min(created_at) FROM workspace_invitations i
            WHERE workspace_id = ${workspaceId} AND state = 'pending' AND expires_at > ${at}::timestamptz
              AND NOT EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
                WHERE m.workspace_id = i.workspace_id AND u.email = i.email)
            GROUP BY email) AS seats`,
  );
  return { used: Number(row?.used ?? 0), recent: Number(row?.recent ?? 0) };
}

/** Whether a person has a place in a workspace, as a member or by an invitation. `now` in milliseconds. */
export async function hasSeat(db: Db, workspaceId: string, email: string, now: number): Promise<boolean> {
  const found = await db.execute(
    sql`SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ${workspaceId} AND u.email = ${email}
        UNION ALL SELECT 1 FROM workspace_invitations WHERE workspace_id = ${workspaceId} AND email = ${email}
          AND state = 'pending' AND expires_at > ${new Date(now).toISOString()}::timestamptz LIMIT 1`,
  );
  return found.length > 0;
}
