import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { projectCall } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { receiveEvents } from "../receive.ts";
import { EventResult, MAX_EVENTS, MAX_MOVES, movesInRun, SentEvent } from "../schemas.ts";

export const receivePlayerEvents = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/events",
  scope: "write",
  summary: "Send player events",
  description:
    "What players did in a game: choices, states of quests, and kinds of its own. They lie beside the record, take no lock of the project, and are counted as they come. Each is answered for itself, in order; what is sent again is stored and counted once. An event of a quest moves it, in the playthrough that it names or for the player, and counts whether it does or not. See the guide on player events.",
  params: projectScope,
  body: z.strictObject({
    events: z
      .array(SentEvent)
      .min(1)
      .max(MAX_EVENTS)
      .refine((events) => events.filter(movesInRun).length <= MAX_MOVES, {
        error: `at most ${MAX_MOVES} of them may move quests of playthroughs`,
      })
      .meta({
        description: `At most ${MAX_EVENTS} events, of which at most ${MAX_MOVES} move quests of playthroughs.`,
      }),
  }),
  bodyLimit: 4 * 1024 * 1024,
  output: z
    .object({ results: z.array(EventResult).meta({ description: "What became of each event, in order." }) })
    .meta({ id: "PlayerEventResults" }),
  forPlayers: {
    narrow: ({ body: { events } }, { id }) => {
      if (events.some(({ player }) => player !== id)) throw new Problem("not_found");
    },
  },
  errors: ["not_found", "busy"],
  example: {
    events: [
      {
        client_id: "0d7c2b1e-53fb-4f0e-9a58-2b8f1c7a6e90",
        kind: "choice",
        player: "player-4711",
        at: "2026-11-28T20:15:04.120Z",
        graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
        node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
        branch_id: "br_01k9hq3ynp5s0w9d3zx7ja4hfq",
        version: 118,
      },
    ],
  },
  handle: async (context, { body }) => ({ results: [...(await receiveEvents(context, body.events))] }),
});
