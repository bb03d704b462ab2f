import { AsyncLocalStorage } from "node:async_hooks";
import { Problem } from "../kernel/problem.ts";

/** Ends what works under a deadline that has passed; answers whether it may have taken effect all the same. */
type Cut = () => boolean;

const current = new AsyncLocalStorage<Deadline | null>();

/** Returns the deadline that the caller works under; null where there is none, or what it was set for is over. */
export function currentDeadline(): Deadline | null {
  const deadline = current.getStore();
  return deadline?.isUnderWay === true ? deadline : null;
}

/** Runs work within the deadline that holds already, or else within one of so many milliseconds. */
export function withinDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return currentDeadline() === null ? new Deadline(milliseconds).run(work) : work();
}

/** Runs work that goes on for others too, and so is not ended by the deadline of whoever began it. */
export function beyondDeadline<T>(work: () => T): T {
  return current.run(null, work);
}

/** Runs what has a limit of its own, such as a request to another service or the caller's sending of a body: its time is not counted. */
export function apartFromDeadline<T>(work: () => Promise<T>): Promise<T> {
  const deadline = currentDeadline();
  return deadline === null ? work() : deadline.apart(work);
}

/**
 * Time that a piece of work has for everything: what it waits for is refused when the time is up, and what it began at the database
 * does not go on. It holds for whatever the work calls, until the work is over.
 */
export class Deadline {
  readonly #cuts = new Set<Cut>();
  #leftMs: number;
  #countsSince = 0;
  #timer: NodeJS.Timeout | null = null;
  #isUnderWay = false;
  /** Parts with limits of their own that are under way. */
  #apart = 0;
  #refusal: Problem | null = null;
  #refuse: (refusal: Problem) => void = () => {};

  /** @param milliseconds - `Infinity` for what only {@link Deadline.pass} ends. */
  constructor(milliseconds: number) {
    this.#leftMs = milliseconds;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Time left, in milliseconds. */
  get leftMs(): number {
    if (this.#refusal !== null) return 0;
    return this.#timer === null ? this.#leftMs : this.#leftMs - (performance.now() - this.#countsSince);
  }

  /**
   * Runs work; time between two runs is not counted.
   *
   * @throws {@link Problem} `busy` when the time is up, `unavailable` where nobody knows whether the work took effect. What the work
   * throws.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.throwIfPassed();
      this.#refuse = reject;
      this.#isUnderWay = true;
      this.#count();
      current
        .run(this, async () => work())
        .then(
          (value) => {
            this.#end();
            resolve(value);
          },
          (error: unknown) => {
            this.#end();
            reject(error);
          },
        );
    });
  }

  /** Runs what has a limit of its own: its time is not counted. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    this.#apart += 1;
    this.#rest();
    try {
      return await work();
    } finally {
      this.#apart -= 1;
      this.#count();
    }
  }

  /** Takes the limit away, for work that is declared to be long. */
  lift(): void {
    this.#rest();
    this.#leftMs = Number.POSITIVE_INFINITY;
  }

  /** Has something ended when the time is up; the answer takes that back. */
  onPass(cut: Cut): () => void {
    this.#cuts.add(cut);
    return () => this.#cuts.delete(cut);
  }

  /** @throws {@link Problem} where the time is up. */
  throwIfPassed(): void {
    if (this.#refusal !== null) throw this.#refusal;
  }

  /** Gives the work its whole time again, because it moves. */
  renew(milliseconds: number): void {
    if (this.#refusal !== null) return;
    this.#rest();
    this.#leftMs = milliseconds;
    this.#count();
  }

  /** Ends the work as if its time were up; answers whether it may have taken effect all the same. */
  pass(): boolean {
    if (!this.#isUnderWay || this.#refusal !== null) return false;
    this.#rest();
    // Whatever is cut begins nothing more.
    this.#refusal = timeIsUp();
    let isUndecided = false;
    for (const cut of this.#cuts) if (cut()) isUndecided = true;
    this.#cuts.clear();
    if (isUndecided) this.#refusal = undecided();
    this.#refuse(this.#refusal);
    return isUndecided;
  }

  #count(): void {
    const counts = this.#isUnderWay && this.#apart === 0 && this.#refusal === null && this.#timer === null;
    if (!counts || this.#leftMs === Number.POSITIVE_INFINITY) return;
    this.#countsSince = performance.now();
    this.#timer = setTimeout(() => this.pass(), this.#leftMs).unref();
  }

  #rest(): void {
    if (this.#timer === null) return;
    this.#leftMs = this.leftMs;
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(): void {
    this.#rest();
    this.#isUnderWay = false;
    this.#cuts.clear();
  }
}

/** Refusal of work that was ended, and not of what it asked for. */
export class TimeIsUp extends Problem {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Problem && "isTimeUp" in value;
  }

  readonly isTimeUp = true;
}

/** Returns the refusal of work whose time is up. */
export function timeIsUp(): TimeIsUp {
  return new TimeIsUp("busy", {
    message: "This was not done within the time limit, and was ended.",
    headers: { "retry-after": "2" },
  });
}

/** Returns the refusal of work of which nobody knows whether it took effect. */
export function undecided(): TimeIsUp {
  return new TimeIsUp("unavailable", {
    message: "The database did not answer in time: whether this took effect is not known.",
    headers: { "retry-after": "2" },
  });
}
