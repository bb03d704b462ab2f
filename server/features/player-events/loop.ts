import type { Services } from "../../operation/context.ts";
import { PeriodicTask } from "../../record/periodic-task.ts";
import { countRuns } from "./count-runs.ts";
import { tellOfEvents } from "./tell.ts";

/** Pause between two rounds, in milliseconds. */
const REST_MS = 1_000;

/** Counts choices of playthroughs as events of players, and tells the record of new events, second by second. */
export class PlayerEventLoop {
  private readonly task: PeriodicTask;

  constructor(services: Services) {
    this.task = new PeriodicTask({
      name: "player events",
      restMs: REST_MS,
      round: async (moved) => {
        while (!this.task.isClosed && (await countRuns(services))) moved();
        if (!this.task.isClosed) await tellOfEvents(services, moved);
        return !this.task.isClosed;
      },
      failed: (fields) => services.log.warn(fields, "player events were not followed"),
    });
  }

  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }
}
