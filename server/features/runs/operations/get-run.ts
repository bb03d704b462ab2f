import { z } from "zod";
import { actionsOf } from "#domain/runtime/log.ts";
import { Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectRead } from "../../../operation/operation.ts";
import { findVersion } from "../../../record/versions.ts";
import { showsRun } from "../for-players.ts";
import { placeOf } from "../open-run.ts";
import { run } from "../run.ts";
import { RunDetail, runParams } from "../schemas.ts";
import { showStanding } from "../show-run.ts";
import { readLog, readStanding } from "../standing.ts";
import { readStory } from "../story.ts";
import { transcriptOf } from "../transcript.ts";

export const getRun = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/game-narrative/runs/{run_id}",
  scope: "read",
  summary: "Get a playthrough",
  description:
    "Position of a playthrough, its offered choices, the reasons for unavailable ones, and its last pages. Steps are not events, so there is no `at_seq`; the story it plays has a sequence of its own.",
  params: runParams,
  query: z.object({
    pages: integer({ min: 1, max: 1_000, default: 100 }).meta({ description: "Number of last pages to return." }),
  }),
  output: RunDetail,
  forPlayers: showsRun,
  errors: ["not_found"],
  timeTravel: false,
  taggedBy: "answer",
  handle: async ({ db, project }, { params, query }) => {
    const standing = await readStanding(db, project.id, params.run_id);
    const version = await findVersion(db, run.resource, project.id, params.run_id);
    if (standing === null || version === null) throw new Problem("not_found");
    const story = await readStory(db, placeOf(standing));
    const actions = actionsOf(await readLog(db, standing, standing.step));
    const { beginning } = version;
    const { page, pages, shown } = await transcriptOf(story, { beginning, actions, most: query.pages }, standing);
    return {
      ...run.toWire(version),
      standing: showStanding(story, standing, page),
      state: page.state,
      pages,
      transcript: shown,
    };
  },
});
