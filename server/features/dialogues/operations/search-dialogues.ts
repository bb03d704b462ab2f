import { z } from "zod";
import { listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { nodeFields, projectScope } from "../schemas.ts";
import { SearchMatch, searchNodes } from "../search-nodes.ts";

export const searchDialogues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/search",
  scope: "read",
  summary: "Search all dialogues",
  description:
    "Looks through titles, texts, choices, labels and tags; case and accents do not matter. A match is a node, with every place in it that was found. Without `q` the filters alone list, such as every line of one speaker.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    q: text({ min: 1, max: 200 }).optional(),
    speaker_id: idOf("ent").optional(),
    speaker_label: text({ min: 1, max: 200 }).optional().meta({ description: "Exactly this label." }),
    variable_id: idOf("var").optional().meta({ description: "Only nodes whose logic reads or writes it." }),
    kind: nodeFields.kind.optional(),
    tag: text({ min: 1, max: 100 }).optional().meta({ description: "Exactly this tag." }),
    graph_id: idOf("dlg").optional(),
  }),
  output: listOutput("matches", SearchMatch),
  errors: ["not_found"],
  handle: (context, { query }) => searchNodes(context, query),
});
