import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { Speaker, speakersOf } from "../speakers.ts";

export const listSpeakers = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/speakers",
  scope: "read",
  summary: "List speakers",
  description: "Entities and free labels with their numbers of lines and words, most lines first.",
  params: projectScope,
  query: z.object({
    ...pageQuery,
    graph_id: idOf("dlg").optional().meta({ description: "Only in this dialogue." }),
    speaker_label: text({ min: 1, max: 200 }).optional().meta({ description: "Only this free label." }),
  }),
  output: listOutput("speakers", Speaker),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { graph_id, speaker_label } = query;
    const everyone = await speakersOf(context, graph_id);
    const all = everyone.filter((each) => speaker_label === undefined || each.speaker_label === speaker_label);
    const speakers = all.slice(query.offset, query.offset + query.limit);
    return { speakers, total: all.length, has_more: hasMore(all.length, query.offset, speakers.length) };
  },
});
