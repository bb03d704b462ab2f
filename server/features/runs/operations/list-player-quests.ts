import { z } from "zod";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { playerParams } from "../../players/public.ts";
import { listsOwnQuests, secretQuests } from "../for-players.ts";
import { LAST_BEGUN, readMetQuests, showMetQuests } from "../of-player.ts";
import { requireKnown } from "../played-by.ts";
import { QuestOfPlayer } from "../schemas.ts";

export const listPlayerQuests = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/quests",
  scope: "read",
  summary: "List the quests of a player",
  description:
    "The quests of a player: first the player's own, which events without a playthrough move and whose `run_id` is null, then those that the playthroughs came to, as they stand at the current step of each, those of the playthrough that began last first. Their words are those of the sequence that it plays; quests that are gone there are left out. Neither are events of the record, so there is no `at_seq`.",
  params: playerParams,
  query: z.object(keysetQuery),
  output: z.object({
    quests: z.array(QuestOfPlayer).meta({ description: "One page of quests." }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  forPlayers: listsOwnQuests,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params: { player_id: playerId }, query }) => {
    const { db, project } = context;
    await requireKnown(context, playerId);
    const of = { projectId: project.id, playerId, without: await secretQuests(context) };
    const { rows, has_more } = await readKeyset(context, query, LAST_BEGUN, (page) => readMetQuests(db, of, page));
    return { quests: await showMetQuests(db, project.id, rows), has_more };
  },
});
