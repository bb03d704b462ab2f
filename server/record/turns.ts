/** Turns of those who read by themselves: so many at a time, first come first served, however many wait. */
export class Turns {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Does work once it is its turn. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#taken += 1;
    try {
      return await work();
    } finally {
      // Whoever is woken takes over this place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next();
    }
  }
}
