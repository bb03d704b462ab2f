import { CanonLoop } from "../features/canon/public.ts";
import { ConversationLoop } from "../features/conversations/public.ts";
import { IndexFiller } from "../features/entities/public.ts";
import { SessionLoop, type SessionTimings, storedKeys } from "../features/generation/public.ts";
import { PlayerEventLoop } from "../features/player-events/public.ts";
import { DeliveryLoop, type DeliveryTimings } from "../features/webhooks/public.ts";
import { ExclusiveTurns } from "../leases/exclusive-turns.ts";
import type { Services } from "../operation/context.ts";
import { type Areas, areas } from "../operations.ts";
import { JobRunner } from "../queue/job-runner.ts";
import { FirstStatistics } from "../record/first-statistics.ts";
import { followWords, WordIndex } from "../record/words/word-index.ts";
import { generatorsOf } from "./generators.ts";
import { jobsOf } from "./jobs.ts";
import { type Composition, lastAttempts } from "./last-attempts.ts";

/** Work beside requests that begins and ends with a process. */
interface Loop {
  start(): void;
  /** Takes nothing new, and waits until what is under way is done or given back. */
  close(): Promise<void>;
}

/** Options of the worker that differ from the default. */
export interface WorkerParts {
  /** Timings of deliveries; false sends none. */
  deliveries?: Partial<DeliveryTimings> | false;
  /** Timings of generation sessions; false runs none. */
  sessions?: Partial<SessionTimings> | false;
  /** Areas, where they are not the product's. */
  areas?: Areas;
}

/**
 * Work of a process beside requests: jobs, and loops that follow the record of projects second by second. Any number of
 * processes may run it at once; each loop ensures that a piece of work is done by one of them.
 */
export class Worker implements Loop {
  private readonly loops: readonly Loop[];

  /** `composition` is what the services were made from; null where there are no threads to make others in. */
  constructor(
    services: Services,
    { deliveries, sessions, areas: own = areas }: WorkerParts,
    composition: Composition | null,
  ) {
    const { database, log, threads } = services;
    const turns = new ExclusiveTurns();
    const last = composition === null ? null : lastAttempts(threads, composition);
    const warn = (fields: object, message: string) => log.warn(fields, message);
    this.loops = [
      new JobRunner(services, jobsOf(own), {}, { turns, lastAttempt: last?.job ?? null }),
      new IndexFiller(database, warn),
      followWords(new WordIndex(database, services.resources), warn),
      new CanonLoop(database, warn),
      new FirstStatistics(database, warn),
      new PlayerEventLoop(services),
      new ConversationLoop(services),
      ...(deliveries === false ? [] : [new DeliveryLoop(services, deliveries)]),
      ...(sessions === false
        ? []
        : [
            new SessionLoop(services, generatorsOf(own), sessions, storedKeys, {
              turns,
              lastAttempt: last?.session ?? null,
            }),
          ]),
    ];
  }

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.close()));
  }
}
