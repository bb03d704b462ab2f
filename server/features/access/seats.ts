import { sql } from "drizzle-orm";
import type { Db } from "../../record/database.ts";

/** Number of people in a workspace, and its growth. */
export interface Seats {
  /** Members, and invitations that can still be accepted. */
  readonly used: number;
  /** Number of people who joined within the last 30 days. */
  readonly recent: number;
}

/** Counts members and those who are invited: an invitation keeps a place free until it ends. `now` in milliseconds. */
export async function countSeats(db: Db, workspaceId: string, now: number): Promise<Seats> {
  const at = new Date(now).toISOString();
  const [row] = await db.execute<{ used: string; recent: string }>(
    sql`SELECT count(*) AS used, count(*) FILTER (WHERE created_at > ${at}::timestamptz - interval '30 days') AS recent
        FROM (SELECT created_at FROM memberships WHERE workspace_id = ${workspaceId}
          UNION ALL SELECT created_at FROM workspace_invitations
            WHERE workspace_id = ${workspaceId} AND state = 'pending' AND expires_at > ${at}::timestamptz) AS seats`,
  );
  return { used: Number(row?.used ?? 0), recent: Number(row?.recent ?? 0) };
}
