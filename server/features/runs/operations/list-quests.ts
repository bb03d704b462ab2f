import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { Problem } from "../../../kernel/problem.ts";
import { projectRead } from "../../../operation/operation.ts";
import { ofOwnRun, secretQuests } from "../for-players.ts";
import { readProgress } from "../open-run.ts";
import { questsOf } from "../quests.ts";
import { RunQuest, runParams } from "../schemas.ts";

export const listRunQuests = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}/quests",
  scope: "read",
  summary: "List the quests of a playthrough",
  description:
    "The quests that were offered or taken up in it, in the order in which that happened first, as they stand at its current step. Their words are those of the sequence that it plays; quests that are gone there are left out. Steps of playthroughs are not events, so there is no `at_seq`.",
  params: runParams,
  query: z.object(pageQuery),
  output: listOutput("quests", RunQuest),
  forPlayers: ofOwnRun,
  timeTravel: false,
  taggedBy: "answer",
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, project } = context;
    const standing = await readProgress(db, project.id, params.run_id);
    if (standing === null) throw new Problem("not_found");
    const secret = new Set(await secretQuests(context));
    const all = (await questsOf(db, standing)).filter(({ quest_id }) => !secret.has(quest_id));
    const quests = all.slice(query.offset, query.offset + query.limit);
    return { quests, total: all.length, has_more: hasMore(all.length, query.offset, quests.length) };
  },
});
