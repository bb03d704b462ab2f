import { loggableError } from "./database-errors.ts";
import { asOperation } from "./on-behalf.ts";

/** A task, its pause and who is told of failures. */
interface RoundsOptions {
  /** Name of the task in logs and figures. */
  readonly name: string;
  /** Pause between two rounds, in milliseconds. */
  readonly restMs: number;
  /** One round; answers whether there is to be another. */
  readonly round: () => Promise<boolean>;
  /** Hears of a round that failed; the next one tries again. */
  readonly failed: (fields: object) => void;
}

/** Repeats a task beside requests with a pause between runs, never two runs at once. */
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
    const { name, restMs, round, failed } = this.options;
    this.timer = setTimeout(() => {
      this.current = asOperation(name, round)
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
