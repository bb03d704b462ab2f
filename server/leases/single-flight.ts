/**
 * Runs the same work for the same key never twice at once. Asked for while it runs, it runs once more: whoever asks knows that
 * something has changed since it began.
 */
export class SingleFlight {
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();
  readonly #work: (key: string) => Promise<void>;
  readonly #atOnce: number;
  readonly #waiting: string[] = [];
  #closed = false;

  /** `work` must not throw; `atOnce` keys run at the same time, the others in the order in which they were asked for. */
  constructor(work: (key: string) => Promise<void>, atOnce: number) {
    this.#work = work;
    this.#atOnce = atOnce;
  }

  ask(key: string): void {
    if (this.#closed) return;
    const running = this.#running.get(key);
    if (running !== undefined) running.again = true;
    else if (this.#running.size >= this.#atOnce) {
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
    await this.#work(key);
    this.#running.delete(key);
    if (this.#closed) return;
    // Others wait longer than a key that has just had its turn.
    if (entry.again) this.#waiting.push(key);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
  }
}
