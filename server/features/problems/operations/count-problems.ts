import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { countDialogues, countDialoguesAt } from "../count-dialogues.ts";
import { severityCounts } from "../schemas.ts";

const DialogueProblemCounts = z
  .object({ graph_id: z.string().meta({ description: "The dialogue." }), ...severityCounts })
  .meta({ id: "DialogueProblemCounts" });

export const countProblems = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/problem-counts",
  scope: "read",
  summary: "Count the problems of all dialogues",
  description:
    "Dialogues with [problems](/docs/reference/problems#problems_list) and their numbers. Problems of one code with one cause count once; ignored ones do not count. The studio shows the same numbers. Changed dialogues are checked on request, up to 20,000 nodes at once; `unchecked` is the number left for the next request.",
  params: projectScope,
  query: z.object(pageQuery),
  output: listOutput("dialogues", DialogueProblemCounts).extend({
    unchecked: z.int().meta({ description: "Dialogues that were not checked yet; ask again where there are any." }),
  }),
  errors: ["not_found"],
  // The next request at the same sequence has checked more.
  taggedBy: "answer",
  handle: async ({ db, project, atSeq }, { query: { offset, limit } }) => {
    const { found, unchecked } =
      atSeq === null
        ? await countDialogues(db, [project])
        : { found: await countDialoguesAt(db, project.id, atSeq), unchecked: 0 };
    const dialogues = found.slice(offset, offset + limit).map(({ graph_id, counts }) => ({ graph_id, ...counts }));
    return { dialogues, total: found.length, has_more: hasMore(found.length, offset, dialogues.length), unchecked };
  },
});
