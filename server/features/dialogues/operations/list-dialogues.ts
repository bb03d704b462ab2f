import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { listOutput } from "../../../kernel/page.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { listQuery, listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { column } from "../../../record/list/row.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { DialogueGraph, projectScope } from "../schemas.ts";
import { toGraph } from "../wire.ts";

export const listDialogues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues",
  scope: "read",
  summary: "List dialogues",
  params: projectScope,
  query: z.object({
    ...listQuery,
    q: text({ min: 1, max: 200 }).optional().meta({ description: "Part of the name; case and accents do not matter." }),
  }),
  output: listOutput("dialogues", DialogueGraph),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where: SQL[] = [];
    if (query.q !== undefined) where.push(sql`strpos(${column("name_search")}, ${searchForm(query.q)}) > 0`);
    const page = await listResource(context, graphResource, query, {
      sortable: { columns: { id: {}, name: {}, created_at: {}, updated_at: {} }, properties: false },
      where,
      scans: query.q !== undefined,
    });
    const ids = page.rows.map(({ id }) => id);
    const counts = await nodeCounts(context.db, context.project.id, ids, context.atSeq);
    const dialogues = page.rows.map((row) => toGraph(row, counts.get(row.id) ?? 0));
    return { dialogues, total: page.total, has_more: page.has_more };
  },
});
