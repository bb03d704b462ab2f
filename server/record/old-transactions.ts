import type { Figures } from "./figures.ts";
import { figureOf } from "./figures.ts";
import type { RunningTransaction } from "./loans.ts";
import { PeriodicTask } from "./periodic-task.ts";

/** Age at which a transaction is written about, in milliseconds. */
const OLD_MS = 30_000;
/** Interval of the look, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** Writes a line to the log about each transaction that has become old, once, with the longest line of writes at that time. */
export class OldTransactions {
  readonly #figures: Figures;
  readonly #warn: (fields: object, message: string) => void;
  readonly #told = new WeakSet<RunningTransaction>();
  readonly #task: PeriodicTask;

  constructor(figures: Figures, warn: (fields: object, message: string) => void) {
    this.#figures = figures;
    this.#warn = warn;
    this.#task = new PeriodicTask({
      name: "figures",
      restMs: LOOK_EVERY_MS,
      round: async () => {
        this.#look();
        return true;
      },
      failed: (fields) => warn(fields, "old transactions were not looked for"),
    });
  }

  start(): void {
    this.#task.start();
  }

  close(): Promise<void> {
    return this.#task.close();
  }

  #look(): void {
    const latest = performance.now() - OLD_MS;
    for (const transaction of this.#figures.running()) {
      if (transaction.since > latest || this.#told.has(transaction)) continue;
      this.#told.add(transaction);
      const { longestQueue } = this.#figures;
      this.#warn({ ...figureOf(transaction), longest_queue: longestQueue }, "a transaction is older than 30 s");
    }
  }
}
