import { z } from "zod";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf, integer } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { COUNTED_BY, orderOf, readCounts, readCountsAmong, readPlayers } from "../read-counts.ts";
import { findWho, MOST_PLAYERS, readWho, whoQuery } from "../who.ts";

const Count = z
  .object({
    by: z.string().meta({
      description:
        "What is counted: the branch, card, quest or kind of event, the day, or the version: the sequence of the story, 0 where it was not said.",
    }),
    detail: z.string().nullable().meta({
      description: "For quests the state that they came to, for the kind `custom` the name; null for all else.",
    }),
    graph_id: z.string().nullable().meta({ description: "The dialogue; null where it is in none, or in several." }),
    events: z.int().meta({ description: "Number of events." }),
    players: z.int().meta({ description: "Number of different players; a playthrough without a player is one." }),
    late: z.int().meta({ description: "How many of the events came on a later day than they happened." }),
  })
  .meta({ id: "PlayerEventCount" });

export const countPlayerEvents = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/player-events/counts",
  scope: "read",
  summary: "Count player events",
  description:
    "How often players did what, and how many different players did, by branch, card, quest, kind, day or version. Counts are kept when the events themselves are removed; an erased player leaves them. What came late is counted on the day on which it happened. With `who_took`, `who_quest` or `who_did` only players are counted who ever did that, in any version and on any day.",
  params: projectScope,
  query: z.object({
    by: z.enum(COUNTED_BY).default("branch").meta({ description: "What to count by." }),
    graph_id: idOf("dlg").optional().meta({ description: "Only what happened in this dialogue; not for quests." }),
    version: integer({ min: 1 })
      .optional()
      .meta({ description: "Only what was played at this sequence of the story." }),
    from: z.iso.date().optional().meta({ description: "Only what happened on this day or later, in UTC." }),
    to: z.iso.date().optional().meta({ description: "Only what happened on this day or earlier, in UTC." }),
    ...whoQuery,
    ...keysetQuery,
  }),
  output: z.object({
    counts: z.array(Count).meta({ description: "One page of counts." }),
    among: z
      .object({
        players: z
          .int()
          .meta({ description: "Number of players who did what is asked for, as far as they are looked at." }),
        is_all: z.boolean().meta({
          description: `Whether these are all who did. At most ${MOST_PLAYERS} players are looked at, those of the latest ids.`,
        }),
      })
      .nullable()
      .meta({
        description: "The players whose events are counted, where `who_…` asks for some; null for all players.",
      }),
    has_more: z.boolean().meta({ description: "Whether more exist beyond this page." }),
  }),
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project } = context;
    const { by, graph_id, version, from, to, who_took, who_quest, who_state, who_did, ...page } = query;
    const asked = {
      ...{ projectId: project.id, by },
      graphId: graph_id ?? null,
      version: version ?? null,
      from: from ?? null,
      to: to ?? null,
    };
    const who = await findWho(db, asked, { who_took, who_quest, who_state, who_did });
    if (who !== null && asked.graphId === null && (by === "branch" || by === "node")) {
      throw invalidValue(["query", "graph_id"], "is needed to count branches or cards of some players", null);
    }
    const among = who === null ? null : await readWho(db, project.id, who);
    const { rows, has_more } = await readKeyset(context, page, orderOf(by), (part) =>
      among === null ? readCounts(db, asked, part) : readCountsAmong(db, asked, among.playerIds, part),
    );
    const players = among === null ? await readPlayers(db, asked, rows) : rows.map(({ ever }) => ever);
    const counts = rows.map((row, index) => ({
      by: row.key,
      detail: row.detail === "" ? null : row.detail,
      graph_id: row.graph_id === "" ? null : row.graph_id,
      events: row.events,
      players: players[index] ?? 0,
      late: row.late,
    }));
    return {
      counts,
      has_more,
      among: among === null ? null : { players: among.playerIds.length, is_all: among.isAll },
    };
  },
});
