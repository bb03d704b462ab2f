import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { shownOpen } from "../../../operation/ordinary/api-resource.ts";
import { column } from "../../../record/list/row.ts";
import { hasPlayer, playerParams } from "../../players/public.ts";
import { isOfPlayer, playerFact } from "../player-fact.ts";

export const listPlayerFacts = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/facts",
  scope: "read",
  summary: "List the facts of a player",
  description:
    "Facts about a player and those that the player knows, alone or with other players. With the token of a player, those that the player knows. Nothing is searched or sorted by what is sealed; a [context](/docs/guides/players#context) finds them by their words.",
  params: playerParams,
  query: z.object({
    ...listQuery({ columns: { id: {}, confidence: {}, created_at: {}, updated_at: {} }, properties: false }),
    player_knows: flag().optional().meta({ description: "Only facts that the player knows, or only others." }),
  }),
  output: listOutput("facts", playerFact.wire),
  forPlayers: {
    narrow: ({ params: { player_id: id }, query }, player) => {
      if (id !== player.id) throw new Problem("not_found");
      if (query.player_knows === false) {
        throw invalidValue(["query", "player_knows"], "the token of a player reads what the player knows", false);
      }
      // Part of the question, so that no page that is remembered for others is taken for it.
      query.player_knows = true;
    },
    show: ({ facts, ...rest }, sight) => ({
      ...rest,
      facts: facts.map((fact) => ({
        ...fact,
        known_by: fact.known_by.filter((id) => !sight.hides("entity", id)),
      })),
    }),
  },
  errors: ["not_found"],
  taggedBy: "answer-of-any-time",
  handle: async (context, { params: { player_id: id }, query }) => {
    const { caller, isPast, atSeq } = context;
    if (caller.player !== null && isPast) {
      throw invalidValue(["query", "at_seq"], "the token of a player reads what there is now", atSeq);
    }
    if (!(await hasPlayer(context, id, atSeq))) throw new Problem("not_found");
    const where = [isOfPlayer(id, column)];
    if (query.player_knows !== undefined) where.push(sql`${column("player_knows")} = ${query.player_knows}`);
    const { rows, ...rest } = await listResource(context, playerFact.resource, query, { where });
    return { facts: await shownOpen(playerFact, context, rows), ...rest };
  },
});
