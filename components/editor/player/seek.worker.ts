import { expose } from "comlink";
import { type Finding, type SeekTarget, seeker } from "#domain/runtime/seek.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";

/** The search of this worker, where it stopped. */
let search: ((budget: number) => Finding) | null = null;

/** Requests to the worker: to search, and then to search further from where it stopped. */
const seeking = {
  look(dialogue: PlayedDialogue, { budget, ...sought }: SeekTarget): Finding {
    search = seeker(dialogue, sought);
    return search(budget);
  },
  further(budget: number): Finding {
    if (search === null) throw new Error("Nothing is looked for yet.");
    return search(budget);
  },
};
export type SeekWorker = typeof seeking;

expose(seeking);
