import type { Services } from "../../operation/context.ts";
import { loggableError } from "../../record/database-errors.ts";
import { PeriodicTask } from "../../record/periodic-task.ts";
import { answerAll } from "./answer.ts";
import { findForgotten } from "./replies.ts";

/** Pause between two rounds, in milliseconds. */
const REST_MS = 1_000;
/** Milliseconds after which an answer that nobody looks for is looked for here: its process has ended, or put it off. */
const FORGOTTEN_MS = 2_000;
/** Conversations taken up in one round, side by side. */
const AT_ONCE = 10;

/** Lets npcs speak whose process has ended before they did. */
export class ConversationLoop {
  private readonly task: PeriodicTask;

  constructor(services: Services) {
    const { database, clock, log } = services;
    this.task = new PeriodicTask({
      name: "conversations",
      restMs: REST_MS,
      round: async (moved) => {
        const now = clock.now();
        const found = await findForgotten(database.reads, now - FORGOTTEN_MS, now, AT_ONCE);
        const taken = found.map(async (place) => {
          await answerAll(services, place).catch((error: unknown) =>
            log.warn({ conversation_id: place.conversationId, error: loggableError(error) }, "an npc did not speak"),
          );
          moved();
        });
        await Promise.all(taken);
        return !this.task.isClosed;
      },
      failed: (fields) => log.warn(fields, "conversations were not looked after"),
    });
  }

  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }
}
