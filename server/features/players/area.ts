import { area } from "../../operation/area.ts";
import type { Eraser } from "../../operation/erasure.ts";
import type { Exporter } from "../../operation/player-export.ts";
import { byId } from "../../record/look-up.ts";
import { entityResource } from "../entities/public.ts";
import { declareExportJob } from "./export-job.ts";
import { createPlayer } from "./operations/create-player.ts";
import { declareErasure } from "./operations/erase-player.ts";
import { declareExport } from "./operations/export-player.ts";
import { getPlayerExport } from "./operations/get-export.ts";
import { listPlayers } from "./operations/list-players.ts";
import { upsertPlayer } from "./operations/upsert-player.ts";
import { player } from "./player.ts";

/** Parts of other features that are for players. */
interface PlayerData {
  /** Erase what a feature has of a player, in this order. */
  readonly erasers: readonly Eraser[];
  /** Read it for an export. */
  readonly exporters: readonly Exporter[];
}

/** Declares the area of players, with the parts of other features for them. */
export function playersArea({ erasers, exporters }: PlayerData) {
  const exportJob = declareExportJob(exporters);
  return area({
    tag: "players",
    resources: [player],
    screen: player,
    operations: {
      create: createPlayer,
      upsert: upsertPlayer,
      list: listPlayers,
      get: player.get(),
      update: player.update({
        description: "Changes what is known of a player. Objects in `preferences` merge; a null removes what was said.",
        example: { display_name: "Ines", preferences: { time_zone: "Europe/Lisbon" } },
        lookUps: ({ avatar_id }) => [byId(entityResource, [avatar_id])],
      }),
      erase: declareErasure(erasers),
      export: declareExport(exportJob),
      getExport: getPlayerExport,
    },
    jobs: [exportJob],
  });
}
