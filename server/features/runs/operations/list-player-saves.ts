import { z } from "zod";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { playerParams } from "../../players/public.ts";
import { LAST_SAVED, readSavesOf, showSavesOf } from "../of-player.ts";
import { requireKnown } from "../played-by.ts";
import { PlayerSave } from "../schemas.ts";

export const listPlayerSaves = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/saves",
  scope: "read",
  summary: "List the saves of a player",
  description:
    "The saves of all playthroughs of a player, the last one first, each with the card that it stands at. Saves are not events, so there is no `at_seq`.",
  params: playerParams,
  query: z.object(keysetQuery),
  output: z.object({
    saves: z.array(PlayerSave).meta({ description: "One page of saves." }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params: { player_id: playerId }, query }) => {
    const { db, project } = context;
    await requireKnown(context, playerId);
    const of = { projectId: project.id, playerId };
    const { rows, has_more } = await readKeyset(context, query, LAST_SAVED, (page) => readSavesOf(db, of, page));
    return { saves: await showSavesOf(db, project.id, rows), has_more };
  },
});
