import { wrap } from "comlink";
import type { LearningQuestion, Learnt } from "#domain/runtime/learnt.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { LearntWorker } from "./learnt.worker.ts";

/** A question on its way. */
interface Learning {
  readonly found: Promise<Learnt>;
  /** Ends it; nothing is found then. */
  stop(): void;
}

/** Finds what somebody has learnt on the ways of some stories, away from the page. */
export function learnAside(stories: readonly PlayedDialogue[], question: LearningQuestion): Learning {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./learnt.worker.ts", import.meta.url), { type: "module", name: "learnt" });
  } catch {
    // A browser without workers waits instead.
    const found = import("#domain/runtime/learnt.ts").then(({ joinLearnt, learntBefore }) =>
      joinLearnt(stories.map((story) => learntBefore(story, question))),
    );
    return { found, stop: () => undefined };
  }
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("The worker that looks at ways has failed.")));
  });
  failed.catch(() => undefined);
  const found = Promise.race([failed, wrap<LearntWorker>(worker).ask(stories, question)]);
  return { found, stop: () => worker.terminate() };
}
