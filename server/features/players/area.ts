import { area } from "../../operation/area.ts";
import type { Eraser } from "../../operation/erasure.ts";
import { byId } from "../../record/look-up.ts";
import { entityResource } from "../entities/public.ts";
import { createPlayer } from "./operations/create-player.ts";
import { declareErasure } from "./operations/erase-player.ts";
import { listPlayers } from "./operations/list-players.ts";
import { upsertPlayer } from "./operations/upsert-player.ts";
import { player } from "./player.ts";

/** Declares the area of players; `erasers` erase what other features have of one, in this order. */
export const playersArea = (erasers: readonly Eraser[]) =>
  area({
    tag: "players",
    resources: [player],
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
    },
  });
