// What other features may use of playing: a story with all it leads to, what of it is sent, and playthroughs that were played elsewhere.
export { MAX_SEED, valuesOf } from "./begin-run.ts";
export { conditionsHold, propertiesInRun } from "./conditions.ts";
export { eraseRuns } from "./erase-runs.ts";
export { exportRuns } from "./export-runs.ts";
export { countPaths, keepPath, MAX_PATH_ACTIONS } from "./kept-path.ts";
export { playthroughs } from "./memory.ts";
export { variableValues, worldTime } from "./operations/start-run.ts";
export { forgetOwnQuests, moveOwnQuests } from "./own-quests.ts";
export { playAgain, stumbleWords } from "./play-again.ts";
export { moveQuestByEvent, QUEST_MOVED, type QuestMoved, questsOfPlayer } from "./quests.ts";
export { run } from "./run.ts";
export { playedValue, RunQuest } from "./schemas.ts";
export { PLAYED_TYPES, readStory, type Story } from "./story.ts";
export { StoryVariable, StoryWorld, toStoryVariables, toStoryWorld } from "./story-wire.ts";
export { type TalkInRun, talkInRun } from "./talk-in-run.ts";
export {
  findUncounted,
  markCounted,
  type NewChoices,
  readNewChoices,
  type UncountedRun,
} from "./uncounted.ts";
