import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { Eraser } from "../../operation/erasure.ts";
import { shownOpen } from "../../operation/ordinary/api-resource.ts";
import type { Exporter } from "../../operation/player-export.ts";
import { toVersion } from "../../record/versions.ts";
import { column, isOfPlayer, type PlayerFactState, playerFact } from "./player-fact.ts";

/** Counts the facts of a player, whose words go with the key of the player: nothing else of them is personal. */
export const erasePlayerFacts: Eraser = async ({ db }, { projectId, id }) => {
  const [row] = await db.execute<{ count: number }>(
    sql`SELECT count(DISTINCT f.id)::int AS count FROM player_fact_versions f
        WHERE f.project_id = ${projectId} AND ${isOfPlayer(id, column("f"))}`,
  );
  return { counts: { player_facts: row?.count ?? 0 } };
};

/** Exports the facts of a player with their earlier versions. Those of a player who was erased say only that. */
export const exportPlayerFacts: Exporter = async (db, { projectId, id }, opening) => {
  const rows = await db.execute(
    sql`SELECT f.* FROM player_fact_versions f WHERE f.project_id = ${projectId} AND ${isOfPlayer(id, column("f"))}
        ORDER BY f.id, f.valid_from_seq`,
  );
  const versions = rows.map((row) => toVersion<PlayerFactState>(row));
  return [{ name: "facts", lines: (await shownOpen(playerFact, opening, versions)) as unknown as JsonObject[] }];
};
