import { wrap } from "comlink";
import type { Finding, seek } from "#domain/runtime/seek.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";

type Seek = typeof seek;

/** A search on its way. */
export interface Seeking {
  readonly found: Promise<Finding>;
  /** Ends it; nothing is found then. */
  stop(): void;
}

/** Seeks away from the page, which would stand still for as long as it takes. */
export function seekAside(dialogue: PlayedDialogue, sought: Parameters<Seek>[1]): Seeking {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./seek.worker.ts", import.meta.url), { type: "module", name: "seek" });
  } catch {
    // A browser without workers waits instead.
    return {
      found: import("#domain/runtime/seek.ts").then((module) => module.seek(dialogue, sought)),
      stop: () => undefined,
    };
  }
  const stop = () => worker.terminate();
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("The worker that looks for ways has failed.")));
  });
  const found = Promise.race([failed, wrap<{ seek: Seek }>(worker).seek(dialogue, sought)]);
  found.then(stop, stop);
  return { found, stop };
}
