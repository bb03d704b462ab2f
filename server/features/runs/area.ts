import { area } from "../../operation/area.ts";
import { answerInRun } from "./operations/answer.ts";
import { backInRun } from "./operations/back.ts";
import { chooseInRun } from "./operations/choose.ts";
import { deleteRun } from "./operations/delete-run.ts";
import { exploreDialogue } from "./operations/explore.ts";
import { getRun } from "./operations/get-run.ts";
import { getStory } from "./operations/get-story.ts";
import { listRunProgress } from "./operations/list-progress.ts";
import { listRuns } from "./operations/list-runs.ts";
import { rebaseRun } from "./operations/rebase.ts";
import { startRun } from "./operations/start-run.ts";
import { runApi } from "./schemas.ts";

export const runs = area({
  tag: "dialogue",
  resources: [runApi],
  words: { run: ["playthrough", "playthroughs"] },
  operations: {
    start: startRun,
    list: listRuns,
    progress: listRunProgress,
    get: getRun,
    choose: chooseInRun,
    answer: answerInRun,
    back: backInRun,
    rebase: rebaseRun,
    delete: deleteRun,
    explore: exploreDialogue,
    story: getStory,
  },
});
