import { sql } from "drizzle-orm";
import type { Eraser } from "../../operation/erasure.ts";
import type { Columns, Pool } from "../../record/database.ts";
import { playerEventsKeptFrom } from "../access/public.ts";
import { forgetOwnQuests } from "../runs/public.ts";
import { takePlayerFromCounts } from "./counts.ts";
import { lockHead } from "./head.ts";

/** Projects looked for at a time. */
const PROJECTS = 100;
/** Events removed at a time: some 20 ms. */
const AT_ONCE = 1_000;

/**
 * Removes events that the plan of their workspace keeps no longer, so many at a time; answers whether there may be more. What was counted
 * stays counted. From then on nothing of that time is taken, or it would be counted again.
 *
 * @param now in milliseconds.
 */
export async function forgetOldEvents(writes: Pool, now: number): Promise<boolean> {
  const projects = await writes.execute<Columns<"project_heads", "project_id"> & { kept_from: string }>(
    sql`SELECT h.project_id, k.kept_from FROM project_heads h
        JOIN (${playerEventsKeptFrom(now)}) k ON k.workspace_id = h.workspace_id
        WHERE EXISTS (SELECT FROM player_events e WHERE e.project_id = h.project_id AND e.at < k.kept_from) LIMIT ${PROJECTS}`,
  );
  let isMore = projects.length === PROJECTS;
  for (const { project_id: projectId, kept_from: keptFrom } of projects) {
    isMore = (await removePage(writes, projectId, keptFrom)) || isMore;
  }
  return isMore;
}

/** Removes the oldest events of a project, and notes up to when; answers whether there may be more. */
async function removePage(writes: Pool, projectId: string, keptFrom: string): Promise<boolean> {
  return writes.transaction("write", async (db) => {
    await lockHead(db, projectId);
    const removed = await db.execute<Columns<"player_events", "number">>(
      sql`DELETE FROM player_events WHERE project_id = ${projectId} AND number = ANY(ARRAY(SELECT number FROM player_events
            WHERE project_id = ${projectId} AND at < ${keptFrom}::timestamptz ORDER BY at LIMIT ${AT_ONCE})) RETURNING number`,
    );
    await db.execute(
      sql`UPDATE player_event_heads SET kept_from = greatest(kept_from, ${keptFrom}::timestamptz) WHERE project_id = ${projectId}`,
    );
    return removed.length === AT_ONCE;
  });
}

/**
 * Removes the events of a player and their shares in all counts. It locks the player events of the project until the player is erased: whoever
 * brings more of the player waits, and finds out that there is none any more.
 */
export const erasePlayerEvents: Eraser = async ({ db }, { projectId, id }) => {
  await lockHead(db, projectId);
  await db.execute(sql`UPDATE player_event_heads SET erasures = erasures + 1 WHERE project_id = ${projectId}`);
  const shares = await takePlayerFromCounts(db, projectId, id);
  const removed = await db.execute<Columns<"player_events", "number">>(
    sql`DELETE FROM player_events WHERE project_id = ${projectId} AND player_id = ${id} RETURNING number`,
  );
  // Events move them under the same lock, so none comes back behind this.
  const quests = await forgetOwnQuests(db, projectId, id);
  return { counts: { player_events: removed.length, shares_in_counts: shares, quests } };
};
