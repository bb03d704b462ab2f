import type { OperationClass } from "./usage.ts";

/** Duration of an answered request. Nothing in it tells one caller from another. */
export interface RequestTime {
  readonly class: OperationClass;
  readonly status: number;
  /** Time until the answer, in milliseconds; of a stream until its beginning. */
  readonly ms: number;
}

/** Tells a listener of each answered request; every transport notes its own. */
export class RequestTimes {
  #listener: ((time: RequestTime) => void) | null = null;

  note(time: RequestTime): void {
    this.#listener?.(time);
  }

  /** Sets the listener in place of the one before. */
  listen(listener: (time: RequestTime) => void): void {
    this.#listener = listener;
  }
}
