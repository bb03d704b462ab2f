"use client";

import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import DATA from "../../frame/resource/data/players.json";
import { ResourceScreen } from "../../frame/resource/resource-screen.tsx";
import { LocalTime, tellMoment } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErasePlayer } from "./erase-player.tsx";
import { ExportPlayer } from "./export-player.tsx";
import type { Player } from "./player.ts";
import { PlayerPlaythroughs } from "./player-playthroughs.tsx";
import { PlayerPreferences } from "./player-preferences.tsx";
import { PlayerQuests } from "./player-quests.tsx";
import { PlayerSaves } from "./player-saves.tsx";

const { preferences: _, ...created } = DATA.bodies.create.properties;
const { preferences: __, ...changed } = DATA.bodies.update.properties;

/** Screen of players with forms that ask a new one for the game's own id, which is no field of other forms, and for no preferences. */
const PLAYERS = {
  ...DATA,
  extras: DATA.extras.filter((name) => name !== "preferences"),
  bodies: {
    create: {
      type: "object",
      properties: { external_id: DATA.shown.properties.external_id, ...created },
      required: ["external_id"],
    },
    update: { ...DATA.bodies.update, properties: changed },
  },
} as unknown as ResourceScreenData;

/** The players of a project's games: who they are, what they played, and their data to take along or to erase. */
export function PlayersScreen() {
  return (
    <ResourceScreen<Player>
      data={PLAYERS}
      about="Players come here by themselves when your game starts a playthrough for them or sends what they did."
      details={(player) =>
        player.erased_at === null ? (
          <>
            <PlayerPreferences player={player} />
            <PlayerPlaythroughs key={player.id} playerId={player.id} />
            <PlayerQuests key={`quests ${player.id}`} playerId={player.id} />
            <PlayerSaves key={`saves ${player.id}`} playerId={player.id} />
            <ExportPlayer key={`export ${player.id}`} playerId={player.id} />
          </>
        ) : (
          <Notice tone="info" title="Erased">
            This player was erased <LocalTime iso={player.erased_at} say={tellMoment} />. Nothing brings back who it
            was.
          </Notice>
        )
      }
      isFixed={({ erased_at }) => erased_at !== null}
      remove={(player) => (player.erased_at === null ? <ErasePlayer key={player.id} player={player} /> : null)}
    />
  );
}
