import { type Entry, isUnsent } from "./entry.ts";
import type { Clock } from "./ports.ts";
import type { AcknowledgedEntry } from "./settle-answer.ts";

/** Time that the notice of recovered entries is shown. */
const SAID_MS = 60_000;

/** Work found on opening that the server has now. */
export interface RecoveredWork {
  readonly count: number;
  readonly from: number;
}

/**
 * Recovery counts the gestures that closed or crashed tabs left, until the server has all of them, and reports that for a
 * minute.
 */
export class Recovery {
  recovered: RecoveredWork | null = null;
  private readonly clock: Clock;
  private readonly onForgotten: () => void;
  /** Start times of the gestures that the server has yet to accept, by id. */
  private readonly waiting = new Map<string, number>();
  /** The same of those it has taken, until none of them waits. */
  private readonly taken = new Map<string, number>();

  constructor(clock: Clock, onForgotten: () => void) {
    this.clock = clock;
    this.onForgotten = onForgotten;
  }

  /** Gestures of a tab that is gone were taken over. */
  found(entries: readonly Entry[]): void {
    for (const entry of entries) if (isUnsent(entry)) this.waiting.set(entry.id, entry.at);
  }

  /** The server took gestures of a dialogue; `left` is what remains of it, of which some may need a decision now. */
  settle(acknowledged: readonly AcknowledgedEntry[], left: readonly Entry[]): void {
    for (const { entry } of acknowledged) {
      const at = this.waiting.get(entry.id);
      if (at !== undefined) this.taken.set(entry.id, at);
      this.waiting.delete(entry.id);
    }
    for (const entry of left) if (!isUnsent(entry)) this.waiting.delete(entry.id);
    if (this.taken.size > 0 && this.waiting.size === 0) this.say();
  }

  private say(): void {
    this.recovered = {
      count: this.taken.size + (this.recovered?.count ?? 0),
      from: Math.min(...this.taken.values(), this.recovered?.from ?? Number.POSITIVE_INFINITY),
    };
    this.taken.clear();
    this.clock.after(SAID_MS, () => {
      this.recovered = null;
      this.onForgotten();
    });
  }
}
