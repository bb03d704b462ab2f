import { area } from "../../operation/area.ts";
import { answerInRun } from "./operations/answer.ts";
import { backInRun } from "./operations/back.ts";
import { chooseInRun } from "./operations/choose.ts";
import { deleteRun } from "./operations/delete-run.ts";
import { exploreDialogue } from "./operations/explore.ts";
import { getRun } from "./operations/get-run.ts";
import { getStory } from "./operations/get-story.ts";
import { listRunProgress } from "./operations/list-progress.ts";
import { rebaseRun } from "./operations/rebase.ts";
import { startRun } from "./operations/start-run.ts";
import { run } from "./run.ts";

export const runs = area({
  tag: "dialogue",
  resources: [run],
  words: { run: ["playthrough", "playthroughs"] },
  operations: {
    start: startRun,
    list: run.list({
      description: "Beginning and end of playthroughs, as recorded at `at_seq`. Read one playthrough for its position.",
    }),
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
