import { z } from "zod";
import { listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { nodeFields, speakerId } from "../schemas.ts";
import { search } from "../search.ts";
import { SEARCHED, SearchMatch, SearchTotals } from "../search-match.ts";

export const searchDialogues = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/search",
  scope: "read",
  summary: "Search all dialogues",
  description:
    "Searches titles, texts, choices, labels and tags of nodes and, by `subject_type`, names and descriptions of dialogues, titles of groups and texts of annotations. Case and accents are ignored. A match is one subject with all its matching fields. `any` lists dialogues first, then groups, annotations and nodes. Without `q` the filters alone apply, for example to list every line of one speaker; only nodes have a speaker, a kind, tags and logic. With `as`, partly withheld subjects are not found.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    q: text({ min: 1, max: 200 }).optional(),
    subject_type: z
      .enum([...SEARCHED, "any"])
      .default("dialogue_node")
      .meta({ description: "Type of subjects to search, or `any`." }),
    speaker_id: speakerId.optional(),
    speaker_label: text({ min: 1, max: 200 }).optional().meta({ description: "Exactly this label." }),
    variable_id: idOf("var").optional().meta({ description: "Only nodes whose logic reads or writes this variable." }),
    kind: nodeFields.kind.optional(),
    tag: text({ min: 1, max: 100 }).optional().meta({ description: "Exactly this tag." }),
    graph_id: idOf("dlg").optional(),
    ...perspectiveQuery,
  }),
  output: listOutput("matches", SearchMatch).extend({
    totals: SearchTotals.meta({ description: "`total`, by the types that were asked for." }),
  }),
  errors: ["not_found"],
  handle: (context, { query }) => search(context, query),
});
