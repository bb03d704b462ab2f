import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { read } from "../../../operation/operation.ts";
import { projectNames, visibleProjects } from "../../projects/public.ts";
import { countDialogues } from "../count-dialogues.ts";

const DialogueErrors = z
  .object({
    graph_id: z.string().meta({ description: "The dialogue." }),
    name: z.string().meta({ description: "Name." }),
    project_id: z.string(),
    project_name: z.string().meta({ description: "Name of the project." }),
    errors: z.int().meta({
      description: "Number of errors. Those of one code with one cause count once; ignored ones do not count.",
    }),
  })
  .meta({ id: "DialogueErrors" });

export const listDialoguesWithErrors = read({
  method: "GET",
  path: "/v1/dialogues-with-errors",
  scope: "read",
  forGuests: true,
  summary: "List dialogues with errors",
  description:
    "Dialogues with [problems](/docs/reference/problems#problems_list) of the severity `error` in all visible projects, most recently changed project first. Changed dialogues are checked on request, up to 20,000 nodes at once; `unchecked` is the number left for the next request.",
  params: z.object({}),
  query: z.object(pageQuery),
  output: listOutput("dialogues", DialogueErrors).extend({
    unchecked: z.int().meta({ description: "Dialogues that were not checked yet; ask again where there are any." }),
  }),
  handle: async ({ db, caller }, { query }) => {
    const heads = await db.execute<{ id: string; lastSeq: number }>(
      sql`SELECT project_id AS id, last_seq AS "lastSeq" FROM project_heads
          WHERE project_id IN (${visibleProjects(caller)}) ORDER BY last_recorded_at DESC, project_id`,
    );
    const counted = await countDialogues(db, heads);
    const found = counted.found.filter(({ counts }) => counts.error > 0);
    const page = found.slice(query.offset, query.offset + query.limit);
    const names = await projectNames(
      db,
      page.map(({ project_id }) => project_id),
    );
    const dialogues = page.map(({ counts, ...each }) => {
      return { ...each, project_name: names.get(each.project_id) ?? "", errors: counts.error };
    });
    return {
      dialogues,
      total: found.length,
      has_more: hasMore(found.length, query.offset, dialogues.length),
      unchecked: counted.unchecked,
    };
  },
});
