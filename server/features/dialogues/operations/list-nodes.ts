import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { listOutput } from "../../../kernel/page.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { column } from "../../../record/list/row.ts";
import { requireGraph } from "../read-graph.ts";
import { nodeResource } from "../resources.ts";
import { DialogueNode, graphParams, nodeFields, speakerId } from "../schemas.ts";
import { toNode } from "../wire.ts";

export const listNodes = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/nodes",
  scope: "read",
  summary: "List the nodes of a dialogue",
  params: graphParams,
  query: z.object({
    ...listQuery({
      columns: { id: {}, kind: {}, title: { nullable: true }, created_at: {}, updated_at: {} },
      properties: false,
    }),
    kind: nodeFields.kind.optional(),
    speaker_id: speakerId.optional(),
    q: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Part of the title or text; case and accents do not matter." }),
  }),
  output: listOutput("nodes", DialogueNode),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    await requireGraph(context.db, context.project.id, params.graph_id, context.atSeq);
    const where: SQL[] = [sql`${column("graph_id")} = ${params.graph_id}`];
    if (query.kind !== undefined) where.push(sql`${column("kind")} = ${query.kind}`);
    if (query.speaker_id !== undefined) where.push(sql`${column("speaker_id")} = ${query.speaker_id}`);
    if (query.q !== undefined) where.push(sql`strpos(${column("text_search")}, ${searchForm(query.q)}) > 0`);
    const { rows, ...rest } = await listResource(context, nodeResource, query, {
      where,
      scans: query.q !== undefined,
    });
    return { nodes: rows.map(toNode), ...rest };
  },
});
