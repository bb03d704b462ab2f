import { sql } from "drizzle-orm";
import type { Caller } from "../../kernel/scope.ts";
import type { Db, Pool } from "../../record/database.ts";
import { MAX_TTL } from "./schemas.ts";

/** Milliseconds over which the use of a player's tokens is counted together: as long as one is good. */
const COUNTED_MS = MAX_TTL * 1_000;

/** Tokens of models that were set aside for a player's answer. */
export interface Units {
  readonly tokenId: string;
  readonly projectId: string;
  readonly playerId: string;
  readonly units: number;
}

/**
 * Sets aside what an answer may take of the units of a player's token; null where it does not fit any more. All tokens of the player count
 * together, and those who reserve for a player queue at its rows. Callers without a player's token have no units: they reserve nothing.
 */
export async function reserveUnits(
  pool: Pool,
  caller: Caller,
  { units, now }: { readonly units: number; readonly now: number },
): Promise<Units | "unlimited" | null> {
  const { player, id: tokenId } = caller;
  if (player === null) return "unlimited";
  const { projectId, id: playerId } = player;
  const since = new Date(now - COUNTED_MS).toISOString();
  return pool.transaction("write", async (db) => {
    const rows = await db.execute<{ id: string; units: number | null; units_used: number; counts: boolean }>(
      sql`SELECT id, units, units_used, created_at > ${since}::timestamptz AS counts FROM player_tokens
          WHERE of_project = ${projectId} AND player_id = ${playerId} ORDER BY hash FOR UPDATE`,
    );
    const limit = rows.find(({ id }) => id === tokenId)?.units ?? null;
    const used = rows.reduce((sum, each) => sum + (each.counts ? each.units_used : 0), 0);
    if (limit !== null && used + units > limit) return null;
    await add(db, { tokenId, projectId, playerId, units });
    return { tokenId, projectId, playerId, units };
  });
}

/** Puts what an answer took in place of what was set aside for it. */
export async function settleUnits(db: Db, reserved: Units | "unlimited", used: number): Promise<void> {
  if (reserved !== "unlimited") await add(db, { ...reserved, units: used - reserved.units });
}

async function add(db: Db, { tokenId, projectId, playerId, units }: Units): Promise<void> {
  await db.execute(
    sql`UPDATE player_tokens SET units_used = greatest(0, least(2000000000, units_used::bigint + ${units}))
        WHERE of_project = ${projectId} AND player_id = ${playerId} AND id = ${tokenId}`,
  );
}
