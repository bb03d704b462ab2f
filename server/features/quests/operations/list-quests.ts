import { sql } from "drizzle-orm";
import { z } from "zod";
import { questFields } from "#drizzle/schema/quests.ts";
import { listOutput } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { idsQuery, listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { textArray } from "../../../record/database.ts";
import { column } from "../../../record/list/row.ts";
import { quest } from "../../dialogues/public.ts";
import { seenQuest } from "../seen-quest.ts";

export const listQuests = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/quests",
  scope: "read",
  summary: "List quests",
  params: projectScope,
  query: z.object({
    ...listQuery({
      columns: { id: {}, name: {}, created_at: {}, updated_at: {} },
      properties: false,
    }),
    external_id: questFields.external_id.schema
      .unwrap()
      .optional()
      .meta({ description: "Only the quest of this external_id." }),
    giver_id: idOf("ent").optional().meta({ description: "Only quests that this entity gives." }),
    ids: idsQuery("qst", "quest"),
    ...perspectiveQuery,
  }),
  output: listOutput("quests", quest.wire),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where = query.external_id === undefined ? [] : [sql`${column("external_id")} = ${query.external_id}`];
    if (query.giver_id !== undefined) where.push(sql`${column("giver_id")} = ${query.giver_id}`);
    if (query.ids !== undefined) where.push(sql`${column("id")} = ANY(${textArray([...query.ids])})`);
    const perspective = await perspectiveOf(context, query.as);
    const { rows, ...rest } = await listResource(context, quest.resource, query, { where, perspective });
    const seen = rows.flatMap((row) => (perspective === null ? row : (seenQuest(perspective, row) ?? [])));
    return { quests: seen.map(quest.toWire), ...rest };
  },
});
