import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { Exporter } from "../../operation/player-export.ts";

/** Exports the events of a player, in the order of their numbers. */
export const exportPlayerEvents: Exporter = async (db, { projectId, id }) => {
  const events = await db.execute(
    sql`SELECT * FROM player_events WHERE project_id = ${projectId} AND player_id = ${id} ORDER BY number`,
  );
  return [{ name: "events", lines: events as unknown as JsonObject[] }];
};
