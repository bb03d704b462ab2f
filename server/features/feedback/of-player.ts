import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { Eraser } from "../../operation/erasure.ts";
import { shownOpen } from "../../operation/ordinary/api-resource.ts";
import type { Exporter } from "../../operation/player-export.ts";
import { toVersion } from "../../record/versions.ts";
import { type SignalState, signal } from "./signal.ts";

/** Counts the feedback of a player, whose words go with the key of the player: what is left is a value of nobody. */
export const eraseFeedback: Eraser = async ({ db }, { projectId, id }) => {
  const [row] = await db.execute<{ count: number }>(
    sql`SELECT count(DISTINCT id)::int AS count FROM feedback_versions WHERE project_id = ${projectId} AND player_id = ${id}`,
  );
  return { counts: { feedback: row?.count ?? 0 } };
};

/** Exports the feedback of a player with its earlier versions. */
export const exportFeedback: Exporter = async (db, { projectId, id }, opening) => {
  const rows = await db.execute(
    sql`SELECT * FROM feedback_versions WHERE project_id = ${projectId} AND player_id = ${id} ORDER BY id, valid_from_seq`,
  );
  const versions = rows.map((row) => toVersion<SignalState>(row));
  return [{ name: "feedback", lines: (await shownOpen(signal, opening, versions)) as unknown as JsonObject[] }];
};
