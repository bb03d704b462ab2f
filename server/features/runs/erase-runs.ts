import { sql } from "drizzle-orm";
import type { Eraser, KeptOfPlayer } from "../../operation/erasure.ts";
import { type Columns, textArray } from "../../record/database.ts";
import { run } from "./run.ts";
import { forgetRun } from "./standing.ts";

/** Ids that a receipt names; of the others it has the number. */
const NAMED = 100;

/** Deletes the playthroughs of a player with all that was done in them. What their events say in plain words stays. */
export const eraseRuns: Eraser = async ({ db, record }, { projectId, id, externalId }) => {
  const names = externalId === null ? [id] : [id, externalId];
  const versions = await record.find(run.resource, { player_id: names });
  for (const version of versions) {
    record.remove(run.resource, version, { causation: id });
    await forgetRun(db, projectId, version.id);
  }
  const told = await db.execute<Columns<"run_versions", "id"> & { named: boolean; valued: boolean }>(
    sql`SELECT id, bool_or(player_id <> ${id}) AS named, bool_or(beginning->'values' <> '{}' OR beginning->'quests' IS NOT NULL) AS valued FROM run_versions
        WHERE project_id = ${projectId} AND player_id = ANY(${textArray(names)}) GROUP BY id ORDER BY id`,
  );
  const remembered = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT run_id AS id FROM run_steps WHERE project_id = ${projectId} AND action ? 'learn'
        AND action->'learn'->'players' ? ${id} ORDER BY id`,
  );
  const kept = [
    keptFor(
      "run.player_id",
      "playthroughs that were started before players had keys name the player in their events",
      told.filter(({ named }) => named),
    ),
    keptFor(
      "run.beginning",
      "values of variables and standings of quests with which playthroughs began are in their events",
      told.filter(({ valued }) => valued),
    ),
    keptFor(
      "run.memories",
      "npcs remember what was said to them in the logs of playthroughs that are not the player's",
      remembered,
    ),
  ];
  const gone = versions.map((version) => version.id);
  return { counts: { runs: gone.length }, kept: kept.filter(({ count }) => count > 0), gone };
};

function keptFor(kind: string, reason: string, runs: readonly { readonly id: string }[]): KeptOfPlayer {
  return { kind, reason, count: runs.length, ids: runs.slice(0, NAMED).map(({ id }) => id) };
}
