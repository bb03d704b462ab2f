import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { listOutput } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource, listResourceOfEach } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { column } from "../../../record/list/row.ts";
import { graphResource, nodeResource } from "../resources.ts";
import { DialogueNode, speakerId } from "../schemas.ts";
import { namesOf } from "../search.ts";
import { toNode } from "../wire.ts";

const Line = DialogueNode.extend({
  graph_name: z.string().meta({ description: "Name of its dialogue." }),
}).meta({ id: "DialogueLine" });

export const listLines = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/lines",
  scope: "read",
  summary: "List the lines of a speaker",
  description:
    "Nodes with a speaker, complete and from every dialogue of the project. Nodes without a speaker are left out.",
  params: projectScope,
  query: z.object({
    ...listQuery({
      columns: { id: {}, graph_id: {}, created_at: {}, updated_at: {} },
      properties: false,
    }),
    speaker_id: speakerId.optional(),
    speaker_label: text({ min: 1, max: 200 }).optional().meta({ description: "Exactly this free label." }),
    graph_id: idOf("dlg").optional().meta({ description: "Only in this dialogue." }),
    q: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Part of the text or title; case and accents do not matter." }),
  }),
  output: listOutput("lines", Line),
  errors: ["not_found"],
  forEach: {
    parameter: "speaker_id",
    handle: async (context, lists, { query }) => {
      const where = filtersOf({ ...query, speaker_id: undefined });
      const of = (speaker: SQL) => sql`${column("speaker_id")} = ${speaker}`;
      const pages = await listResourceOfEach(context, nodeResource, query, lists, { of, where });
      const toLine = await lineOf(
        context,
        [...pages.values()].flatMap(({ rows }) => rows),
      );
      return new Map([...pages].map(([id, { rows, ...rest }]) => [id, { lines: rows.map(toLine), ...rest }]));
    },
  },
  handle: async (context, { query }) => {
    const page = await listResource(context, nodeResource, query, {
      where: filtersOf(query),
      scans: query.q !== undefined,
    });
    const { rows, ...rest } = page;
    return { lines: rows.map(await lineOf(context, rows)), ...rest };
  },
});

const PLAIN = ["speaker_id", "speaker_label", "graph_id"] as const;

function filtersOf(query: { readonly [Name in (typeof PLAIN)[number] | "q"]?: string | undefined }): SQL[] {
  const where: SQL[] = [sql`(${column("speaker_id")} IS NOT NULL OR ${column("speaker_label")} IS NOT NULL)`];
  for (const name of PLAIN) if (query[name] !== undefined) where.push(sql`${column(name)} = ${query[name]}`);
  if (query.q !== undefined) where.push(sql`strpos(${column("text_search")}, ${searchForm(query.q)}) > 0`);
  return where;
}

/** Returns the form of these lines, with the names of their dialogues. */
async function lineOf(context: Parameters<typeof namesOf>[0], rows: readonly Parameters<typeof toNode>[0][]) {
  const names = await namesOf(context, graphResource, [...new Set(rows.map(({ graph_id }) => graph_id))]);
  return (row: Parameters<typeof toNode>[0]) => ({ ...toNode(row), graph_name: names.get(row.graph_id) ?? "" });
}
