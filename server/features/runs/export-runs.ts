import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import type { Exporter } from "../../operation/player-export.ts";
import { type Columns, textArray } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { run } from "./run.ts";

/** Exports the playthroughs of a player: what the record says of them, each step, and saves. */
export const exportRuns: Exporter = async (db, { projectId, id, externalId }) => {
  const names = externalId === null ? [id] : [id, externalId];
  const versions = await findVersions(db, run.resource, projectId, { player_id: names });
  const ids = textArray(versions.map((version) => version.id));
  const steps = await db.execute<Columns<"run_steps", "run_id" | "step" | "action" | "client_id" | "made_at">>(
    sql`SELECT run_id, step, action #- '{learn,players}' AS action, client_id, made_at FROM run_steps WHERE project_id = ${projectId} AND run_id = ANY(${ids})
        ORDER BY run_id, step`,
  );
  const saves = await db.execute<
    Columns<"run_saves", "run_id" | "id" | "label" | "step" | "graph_id" | "node_id" | "made_at">
  >(
    sql`SELECT run_id, id, label, step, graph_id, node_id, made_at FROM run_saves WHERE project_id = ${projectId} AND run_id = ANY(${ids})
        ORDER BY run_id, made_at, id`,
  );
  const quests = await db.execute<Columns<"player_quests", "quest_id" | "state" | "stage" | "moved_at">>(
    sql`SELECT quest_id, state, stage, moved_at FROM player_quests WHERE project_id = ${projectId} AND player_id = ${id} ORDER BY quest_id`,
  );
  return [
    { name: "runs", lines: versions.map((version) => run.toWire(version) as unknown as JsonObject) },
    { name: "run_steps", lines: steps as unknown as JsonObject[] },
    { name: "run_saves", lines: saves as unknown as JsonObject[] },
    { name: "quests", lines: quests as unknown as JsonObject[] },
  ];
};
