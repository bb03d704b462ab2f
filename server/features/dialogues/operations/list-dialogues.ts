import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { externalId } from "#drizzle/schema/external-id.ts";
import { listOutput } from "../../../kernel/page.ts";
import { flag, idOf, text } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { column } from "../../../record/list/row.ts";
import { lastEdit } from "../edited.ts";
import { type DialogueStats, ListedDialogue, statsOf } from "../graph-stats.ts";
import { nodeCounts } from "../read-graph.ts";
import { graphResource } from "../resources.ts";
import { folderPath } from "../schemas.ts";
import { toGraph } from "../wire.ts";

export const listDialogues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/dialogues",
  scope: "read",
  summary: "List dialogues",
  description: "`sort_by=edited_at` goes by the last change to the dialogue or anything in it.",
  params: projectScope,
  query: z.object({
    ...listQuery({
      columns: { id: {}, name: {}, created_at: {}, updated_at: {}, edited_at: { computed: true } },
      properties: false,
    }),
    external_id: externalId.optional().meta({ description: "Only the dialogue with this external_id." }),
    graph_id: idOf("dlg").optional().meta({ description: "This dialogue alone." }),
    folder: folderPath.min(1).optional().meta({ description: "Only dialogues in this folder and its subfolders." }),
    q: text({ min: 1, max: 200 }).optional().meta({ description: "Part of the name; case and accents do not matter." }),
    stats: flag()
      .default(false)
      .meta({ description: "Adds the numbers of words, endings and problems, and the last author." }),
  }),
  output: listOutput("dialogues", ListedDialogue),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const where: SQL[] = [];
    if (query.q !== undefined) where.push(sql`strpos(${column("name_search")}, ${searchForm(query.q)}) > 0`);
    if (query.folder !== undefined) {
      const below = sql`starts_with(${column("folder")}, ${`${query.folder}/`})`;
      where.push(sql`(${column("folder")} = ${query.folder} OR ${below})`);
    }
    if (query.external_id !== undefined) where.push(sql`${column("external_id")} = ${query.external_id}`);
    if (query.graph_id !== undefined) where.push(sql`${column("id")} = ${query.graph_id}`);
    const edited = lastEdit(context.project.id, context.atSeq, context.atSeq ?? context.project.lastSeq);
    const { rows, ...rest } = await listResource(context, graphResource, query, {
      computed: { edited_at: edited },
      where,
      scans: query.q !== undefined || query.folder !== undefined,
      derived: query.stats ? { edited_seq: edited } : {},
    });
    const ids = rows.map(({ id }) => id);
    const counts = await nodeCounts(context.db, context.project.id, ids, context.atSeq);
    const stats = query.stats ? await statsOf(context, rows) : new Map<string, DialogueStats>();
    const dialogues = rows.map((row) => {
      const own = stats.get(row.id);
      return { ...toGraph(row, counts.get(row.id) ?? 0), ...(own !== undefined && { stats: own }) };
    });
    return { dialogues, ...rest };
  },
});
