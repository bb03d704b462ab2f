import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { QuestUse, quest, questUsesOf } from "../../dialogues/public.ts";

export const listQuestUses = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/quests/{quest_id}/uses",
  scope: "read",
  summary: "List where dialogues ask about a quest and move it",
  params: quest.params,
  query: z.object(pageQuery),
  output: listOutput("uses", QuestUse),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { params, query }) => {
    const version = await findVersion(db, quest.resource, project.id, params.quest_id, atSeq);
    if (version === null) throw new Problem("not_found");
    const all = await questUsesOf(db, project.id, version.id, atSeq);
    const uses = all.slice(query.offset, query.offset + query.limit);
    return { uses, total: all.length, has_more: hasMore(all.length, query.offset, uses.length) };
  },
});
