import { expose } from "comlink";
import { joinLearnt, type LearningQuestion, type Learnt, learntBefore } from "#domain/runtime/learnt.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";

/** Question of the worker: what is learnt on the ways of some stories. */
const learning = {
  ask(stories: readonly PlayedDialogue[], question: LearningQuestion): Learnt {
    return joinLearnt(stories.map((story) => learntBefore(story, question)));
  },
};
export type LearntWorker = typeof learning;

expose(learning);
