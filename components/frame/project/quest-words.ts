import { QUEST_STATES, type QuestState } from "#domain/quest.ts";

/** States of a quest, in words. */
export const QUEST_STATE_WORDS: Readonly<Record<QuestState, string>> = {
  offered: "offered",
  active: "taken up",
  completed: "completed",
  failed: "failed",
  abandoned: "given up",
  expired: "expired",
};

/** States of a quest as they are chosen. */
export const QUEST_STATE_OPTIONS = QUEST_STATES.map((value) => ({ value, label: QUEST_STATE_WORDS[value] }));
