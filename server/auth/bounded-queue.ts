/** Lets a few pieces of work run at once, a bounded number wait, and refuses the rest. */
export class BoundedQueue {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: { atOnce: number; waiting: number };
  readonly #refusal: () => Error;

  constructor(limits: { atOnce: number; waiting: number; refusal: () => Error }) {
    this.#limits = limits;
    this.#refusal = limits.refusal;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) {
      if (this.#waiting.length >= this.#limits.waiting) throw this.#refusal();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place that becomes free.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
