import { z } from "zod";
import { actionsOf } from "#domain/runtime/log.ts";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { showsRun } from "../for-players.ts";
import { placeOf } from "../open-run.ts";
import { run } from "../run.ts";
import { RunDetail, runParams } from "../schemas.ts";
import { showStanding } from "../show-run.ts";
import { readLog, readStanding, standingAt } from "../standing.ts";
import { readStory } from "../story.ts";
import { transcriptOf } from "../transcript.ts";

export const getRun = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}",
  scope: "read",
  summary: "Get a playthrough",
  description:
    "Position of a playthrough, its offered choices, the reasons for unavailable ones, and its last pages; with `step` as they were at an earlier step. Steps are not events, so there is no `at_seq`; the story it plays has a sequence of its own.",
  params: runParams,
  query: z.object({
    pages: integer({ min: 1, max: 1_000, default: 100 }).meta({ description: "Number of last pages to return." }),
    step: integer({ min: 0 }).optional().meta({
      description: "The step to read it at, such as that of a save; the current one when absent.",
    }),
  }),
  output: RunDetail,
  forPlayers: showsRun,
  errors: ["not_found", "run_rebase"],
  timeTravel: false,
  taggedBy: "answer",
  handle: async ({ db, project }, { params, query }) => {
    const kept = await readStanding(db, project.id, params.run_id);
    const version = await findVersion(db, run.resource, project.id, params.run_id);
    if (kept === null || version === null) throw new Problem("not_found");
    const { step = kept.step } = query;
    if (step > kept.step) throw aboveMaximum(["query", "step"], step, kept.step);
    const isPast = step < kept.step;
    const story = await readStory(db, placeOf(kept));
    const actions = actionsOf(await readLog(db, kept, step));
    const played = { beginning: version.beginning, actions, most: query.pages };
    const { page, pages, shown, misstep } = await transcriptOf(story, played, isPast ? null : kept);
    if (isPast && misstep !== null) {
      throw new Problem("run_rebase", { detail: { page: misstep.index + 1, reason: misstep.reason } });
    }
    const standing = isPast ? standingAt({ ...kept, step: step - 1 }, page) : kept;
    return {
      ...run.toWire(version),
      standing: showStanding(story, standing, page),
      state: page.state,
      pages,
      transcript: shown,
    };
  },
});
