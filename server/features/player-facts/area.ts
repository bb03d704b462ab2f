import { area } from "../../operation/area.ts";
import { byId } from "../../record/look-up.ts";
import { entityResource } from "../entities/public.ts";
import { createPlayerFact } from "./operations/create-player-fact.ts";
import { listPlayerFacts } from "./operations/list-player-facts.ts";
import { playerFact } from "./player-fact.ts";

export const playerFacts = area({
  tag: "players",
  resources: [playerFact],
  words: { player_fact: ["fact of a player", "facts of players"] },
  operations: {
    create: createPlayerFact,
    list: listPlayerFacts,
    get: playerFact.get({
      description:
        "A fact of a player. Once one of its players was erased, what it said reads `{erased: true}` at every sequence.",
    }),
    update: playerFact.update({
      description: "Changes a fact of a player, or who knows it. Its players cannot change.",
      example: { player_knows: false },
      lookUps: ({ known_by }) => [byId(entityResource, known_by ?? [])],
    }),
    delete: playerFact.delete(),
    restore: playerFact.restore(),
  },
});
