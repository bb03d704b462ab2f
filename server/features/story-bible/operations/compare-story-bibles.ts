import { z } from "zod";
import { BIBLE_TEMPLATE } from "#domain/bible/bible.ts";
import { aboveMaximum } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { JsonPieces } from "../../../operation/json-pieces.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readBible } from "../read-bible.ts";
import { BibleChange } from "../schemas.ts";
import { writeAside } from "../write-aside.ts";

export const compareStoryBibles = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/story-bible/diff",
  scope: "read",
  long: true,
  summary: "Compare the story bible at two moments",
  description:
    "Lines of the bible that were added, changed and removed after `from_seq` up to `to_seq`, each as a sentence, and all of them as Markdown. A fact that superseded another one is one change. Changes that authors made to the bible count as they show.",
  params: projectScope,
  query: z.object({
    from_seq: integer({ min: 0 }).meta({ description: "Earlier sequence." }),
    to_seq: integer({ min: 0 }).optional().meta({ description: "Later sequence; the head when absent." }),
    ...perspectiveQuery,
  }),
  output: z
    .object({
      from_seq: z.int().meta({ description: "Earlier sequence." }),
      to_seq: z.int().meta({ description: "Later sequence." }),
      changes: z.array(BibleChange).meta({ description: "Differences, in the order of the bible." }),
      markdown: z.string().meta({ description: "The differences as Markdown." }),
    })
    .meta({ id: "StoryBibleDiff" }),
  errors: ["not_found"],
  timeTravel: false,
  edition: BIBLE_TEMPLATE,
  handle: async (context, { query }) => {
    const { lastSeq } = context.project;
    const { from_seq, to_seq = lastSeq, as } = query;
    if (to_seq > lastSeq) throw aboveMaximum(["query", "to_seq"], to_seq, lastSeq);
    if (from_seq > to_seq) throw aboveMaximum(["query", "from_seq"], from_seq, to_seq);
    const before = await readBible({ ...context, atSeq: from_seq }, as);
    const after = await readBible({ ...context, atSeq: to_seq }, as);
    const { services, asker } = context;
    return new JsonPieces(async function* () {
      yield* writeAside(services.threads, { form: "changes", before, after }, asker);
    });
  },
});
