import { wrap } from "comlink";
import type { Finding, SeekTarget } from "#domain/runtime/seek.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { SeekWorker } from "./seek.worker.ts";

/** A search on its way. */
export interface Seeking {
  readonly found: Promise<Finding>;
  /** Goes on from where it stopped, until so many states in all were looked at. */
  further(budget: number): Promise<Finding>;
  /** Ends it, and lets go of all that was looked at; nothing is found then. */
  stop(): void;
}

/** Seeks away from the page, which would stand still for as long as it takes. What was looked at is kept until it is stopped. */
export function seekAside(dialogue: PlayedDialogue, sought: SeekTarget): Seeking {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./seek.worker.ts", import.meta.url), { type: "module", name: "seek" });
  } catch {
    // A browser without workers waits instead.
    const { budget, ...what } = sought;
    const search = import("#domain/runtime/seek.ts").then((module) => module.seeker(dialogue, what));
    const look = (allowed: number) => search.then((next) => next(allowed));
    return { found: look(budget), further: look, stop: () => undefined };
  }
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("The worker that looks for ways has failed.")));
  });
  // Whoever waits for a finding is told; without anybody waiting there is nobody to tell.
  failed.catch(() => undefined);
  const remote = wrap<SeekWorker>(worker);
  return {
    found: Promise.race([failed, remote.look(dialogue, sought)]),
    further: (budget) => Promise.race([failed, remote.further(budget)]),
    stop: () => worker.terminate(),
  };
}
