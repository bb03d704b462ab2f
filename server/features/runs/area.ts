import { area } from "../../operation/area.ts";
import { acceptRunMemory } from "./operations/accept-memory.ts";
import { acceptRunProposals } from "./operations/accept-proposals.ts";
import { answerInRun } from "./operations/answer.ts";
import { backInRun } from "./operations/back.ts";
import { chooseInRun } from "./operations/choose.ts";
import { deleteRun } from "./operations/delete-run.ts";
import { deleteSave } from "./operations/delete-save.ts";
import { dismissRunMemory } from "./operations/dismiss-memory.ts";
import { exploreDialogue } from "./operations/explore.ts";
import { forkRun } from "./operations/fork-run.ts";
import { getRun } from "./operations/get-run.ts";
import { getStory } from "./operations/get-story.ts";
import { listRunMemories } from "./operations/list-memories.ts";
import { listPlayerQuests } from "./operations/list-player-quests.ts";
import { listPlayerSaves } from "./operations/list-player-saves.ts";
import { listRunProgress } from "./operations/list-progress.ts";
import { listRunQuests } from "./operations/list-quests.ts";
import { listRunSaves } from "./operations/list-saves.ts";
import { moveRunQuest } from "./operations/move-quest.ts";
import { rebaseRun } from "./operations/rebase.ts";
import { saveRun } from "./operations/save-run.ts";
import { startRun } from "./operations/start-run.ts";
import { syncPlayed } from "./operations/sync.ts";
import { namesOfPlayer } from "./played-by.ts";
import { run } from "./run.ts";

export const runs = area({
  tag: "dialogue",
  resources: [run],
  words: { run: ["playthrough", "playthroughs"] },
  operations: {
    start: startRun,
    list: run.list({
      description: "Beginning and end of playthroughs, as recorded at `at_seq`. Read one playthrough for its position.",
      meanings: { player_id: namesOfPlayer },
    }),
    progress: listRunProgress,
    get: getRun,
    choose: chooseInRun,
    answer: answerInRun,
    back: backInRun,
    rebase: rebaseRun,
    save: saveRun,
    saves: listRunSaves,
    deleteSave,
    fork: forkRun,
    acceptProposals: acceptRunProposals,
    memories: listRunMemories,
    acceptMemory: acceptRunMemory,
    dismissMemory: dismissRunMemory,
    quests: listRunQuests,
    moveQuest: moveRunQuest,
    delete: deleteRun,
    explore: exploreDialogue,
    story: getStory,
    sync: syncPlayed,
  },
});

/** Operations on what a player's playthroughs came to; the registry lists them among those of players. */
export const playerProgress = area({
  operations: { quests: listPlayerQuests, saves: listPlayerSaves },
});
