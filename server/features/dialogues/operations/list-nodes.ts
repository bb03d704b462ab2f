import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { listOutput } from "../../../kernel/page.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource, listResourceOfEach } from "../../../operation/listing.ts";
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
  forEach: {
    parameter: "graph_id",
    handle: async (context, lists, { query }) => {
      const of = (graph: SQL) => sql`${column("graph_id")} = ${graph}`;
      const pages = await listResourceOfEach(context, nodeResource, query, lists, { of, where: filtersOf(query) });
      return new Map([...pages].map(([id, { rows, ...rest }]) => [id, { nodes: rows.map(toNode), ...rest }]));
    },
  },
  handle: async (context, { params, query }) => {
    await requireGraph(context.db, context.project.id, params.graph_id, context.atSeq);
    const { rows, ...rest } = await listResource(context, nodeResource, query, {
      where: [sql`${column("graph_id")} = ${params.graph_id}`, ...filtersOf(query)],
      scans: query.q !== undefined,
    });
    return { nodes: rows.map(toNode), ...rest };
  },
});

function filtersOf(query: {
  kind?: string | undefined;
  speaker_id?: string | undefined;
  q?: string | undefined;
}): SQL[] {
  const where: SQL[] = [];
  if (query.kind !== undefined) where.push(sql`${column("kind")} = ${query.kind}`);
  if (query.speaker_id !== undefined) where.push(sql`${column("speaker_id")} = ${query.speaker_id}`);
  if (query.q !== undefined) where.push(sql`strpos(${column("text_search")}, ${searchForm(query.q)}) > 0`);
  return where;
}
