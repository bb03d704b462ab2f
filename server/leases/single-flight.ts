import { Deadline } from "../record/deadline.ts";

/** Time within which work has to show that it moves, in milliseconds; longer than any ordinary transaction may take. */
const LIMIT_MS = 120_000;

/** Parts of a {@link SingleFlight}. */
interface FlightOptions {
  /** Work for a key, which must not throw; that of many pieces calls `moved` after each. */
  readonly work: (key: string, moved: () => void) => Promise<void>;
  /** Keys that run at the same time; the others run in the order in which they were asked for. */
  readonly atOnce: number;
  /** Longest time in which the work for a key may not move, in milliseconds. */
  readonly limitMs?: number;
  /** Hears of a key whose work was given up because it did not move; it is asked for again. */
  readonly gaveUp: (key: string, error: unknown) => void;
}

/**
 * Runs the same work for the same key never twice at once. Asked for while it runs, it runs once more: whoever asks knows that
 * something has changed since it began.
 */
export class SingleFlight {
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #options: FlightOptions;
  readonly #waiting: string[] = [];
  #closed = false;

  constructor(options: FlightOptions) {
    this.#options = options;
  }

  ask(key: string): void {
    if (this.#closed) return;
    const running = this.#running.get(key);
    if (running !== undefined) running.again = true;
    else if (this.#running.size >= this.#options.atOnce) {
      if (!this.#waiting.includes(key)) this.#waiting.push(key);
    } else this.#begin(key);
  }

  /** Begins nothing more, and waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #begin(key: string): void {
    const entry = { again: false, done: Promise.resolve() };
    this.#running.set(key, entry);
    entry.done = this.#run(key, entry);
  }

  async #run(key: string, entry: { again: boolean }): Promise<void> {
    const { work, limitMs = LIMIT_MS, gaveUp } = this.#options;
    const deadline = new Deadline(limitMs);
    try {
      await deadline.run(() => work(key, () => deadline.renew(limitMs)));
    } catch (error) {
      gaveUp(key, error);
      entry.again = true;
    }
    this.#running.delete(key);
    if (this.#closed) return;
    // Others wait longer than a key that has just had its turn.
    if (entry.again) this.#waiting.push(key);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
  }
}
