import { loggableError } from "./database-errors.ts";
import { Deadline } from "./deadline.ts";
import { asOperation } from "./on-behalf.ts";

/** Time within which a round has to show that it moves, in milliseconds; longer than any ordinary transaction may take. */
const LIMIT_MS = 120_000;

/** A task, its pause and who is told of failures. */
interface RoundsOptions {
  /** Name of the task in logs and figures. */
  readonly name: string;
  /** Pause between two rounds, in milliseconds. */
  readonly restMs: number;
  /** Longest time in which a round may not move, in milliseconds. */
  readonly limitMs?: number;
  /** One round; answers whether there is to be another. One of many pieces calls `moved` after each. */
  readonly round: (moved: () => void) => Promise<boolean>;
  /** Hears of a round that failed, or was given up; the next one tries again. */
  readonly failed: (fields: object) => void;
}

/** Repeats a task beside requests with a pause between runs, never two runs at once: one that no longer moves is ended first. */
export class PeriodicTask {
  private readonly options: RoundsOptions;
  private timer: NodeJS.Timeout | null = null;
  private current: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(options: RoundsOptions) {
    this.options = options;
  }

  /** Whether a round under way had better end soon. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** Begins with a rest. */
  start(): void {
    if (this.closed) return;
    const { name, restMs, limitMs = LIMIT_MS, round, failed } = this.options;
    this.timer = setTimeout(() => {
      const deadline = new Deadline(limitMs);
      const work = () => round(() => deadline.renew(limitMs));
      this.current = deadline
        .run(() => asOperation(name, work))
        .catch((error: unknown) => {
          failed({ error: loggableError(error) });
          return true;
        })
        .then((isMore) => {
          if (isMore) this.start();
        });
    }, restMs);
    this.timer.unref();
  }

  /** Ends it, after the round under way. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.current;
  }
}
