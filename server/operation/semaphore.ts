import { Problem } from "../kernel/problem.ts";

/** Waiting callers for each permit: more would wait longer than they have time. */
const LINE_PER_TURN = 50;

/** Limits how many callers run at once, first come first served, so that one kind of work leaves room for others. */
export class Semaphore {
  readonly #size: number;
  readonly #line = new Set<() => void>();
  #taken = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Acquires a permit when it is this caller's turn; returns its release, which may be called more than once.
   *
   * @throws Problem `busy` where the line is full already. What `signal` was aborted with, while waiting.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#size) this.#taken += 1;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // A set keeps the order in which it was filled; the place is handed on without being free in between.
      const [next] = this.#line;
      if (next === undefined) this.#taken -= 1;
      else next();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#line.size >= this.#size * LINE_PER_TURN) {
      throw new Problem("busy", { message: "Too many queries are waiting.", headers: { "retry-after": "2" } });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#line.delete(wake);
        signal.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      const wake = () => {
        leave();
        resolve();
      };
      this.#line.add(wake);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
