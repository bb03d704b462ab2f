import type { LiveEvent } from "./live-message.ts";

/** Events that arrived and were not yet handed on. They leave by whole commits: nobody sees half of what was done at once. */
export class CommitQueue {
  #events: LiveEvent[] = [];
  #received: number;

  /** Starts after this sequence. */
  constructor(received: number) {
    this.#received = received;
  }

  /** The last sequence that arrived: where the stream is taken up again. */
  get received(): number {
    return this.#received;
  }

  /** Takes an event in. False when one before it is missing; one that came already is not taken twice. */
  add(event: LiveEvent): boolean {
    if (event.seq <= this.#received) return true;
    if (event.seq !== this.#received + 1) return false;
    this.#received = event.seq;
    this.#events.push(event);
    return true;
  }

  /** The commits that are whole, removed. */
  take(): LiveEvent[] {
    const last = this.#events.findLastIndex((event) => event.seq === event.commit_seq);
    return this.#events.splice(0, last + 1);
  }
}
