import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { DeletedSubject, deletedSubjects } from "../deleted.ts";

export const listDeleted = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/deleted",
  scope: "read",
  summary: "List deleted subjects",
  description:
    "Deleted subjects, newest first. A subject deleted along with another is counted there and not listed itself; restored subjects are not listed.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    subject_type: text({ min: 1, max: 100 })
      .optional()
      .meta({ description: "Only this kind, such as `dialogue_node`." }),
    graph_id: idOf("dlg").optional().meta({ description: "Only subjects of this dialogue." }),
  }),
  output: listOutput("deleted", DeletedSubject),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { rows, total } = await deletedSubjects(context, query);
    return { deleted: rows, total, has_more: hasMore(total, query.offset, rows.length) };
  },
});
