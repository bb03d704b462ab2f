import { sql } from "drizzle-orm";
import { z } from "zod";
import { externalId } from "#drizzle/schema/external-id.ts";
import { listOutput } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { shownOpen } from "../../../operation/ordinary/api-resource.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { column } from "../../../record/list/row.ts";
import { playersByName } from "../names.ts";
import { player } from "../player.ts";

export const listPlayers = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players",
  scope: "read",
  summary: "List players",
  description:
    "Players in the order of their creation, with those who were erased. Nothing is sorted by what is sealed.",
  params: projectScope,
  query: z.object({
    ...listQuery({ columns: { id: {}, created_at: {}, updated_at: {} }, properties: false }),
    external_id: externalId.optional().meta({ description: "Only the player with this external_id, erased or not." }),
    avatar_id: idOf("ent").optional().meta({ description: "Only players with this avatar." }),
  }),
  output: listOutput("players", player.wire),
  errors: ["not_found"],
  taggedBy: "answer-of-any-time",
  handle: async (context, { query }) => {
    const { external_id, avatar_id } = query;
    const where = avatar_id === undefined ? [] : [sql`${column("avatar_id")} = ${avatar_id}`];
    if (external_id !== undefined) {
      const named = (await playersByName(context, [external_id])).get(external_id);
      where.push(named === undefined ? sql`false` : sql`${column("id")} = ${named.id}`);
    }
    const { rows, ...rest } = await listResource(context, player.resource, query, { where });
    return { players: await shownOpen(player, context, rows), ...rest };
  },
});
