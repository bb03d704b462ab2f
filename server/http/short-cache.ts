import { LRUCache } from "lru-cache";
import type { Clock } from "../kernel/clock.ts";

interface Entry<T> {
  value: Promise<T>;
  /** The answer once there is one: nobody then waits for a promise. */
  settled: { value: T } | null;
  until: number;
}

/**
 * Answers kept for a moment, the least recently used dropped first. Callers who ask while an answer is being looked up
 * share it. Time counts from when the look-up began, so no answer is served that is older than the cache's span.
 */
export class ShortCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;
  readonly #clock: Clock;
  readonly #spanMs: number;

  constructor(options: { clock: Clock; spanMs: number; capacity: number }) {
    this.#clock = options.clock;
    this.#spanMs = options.spanMs;
    this.#entries = new LRUCache({ max: options.capacity });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The answer for `key`; looked up when there is none that is fresh. A look-up that fails is not kept. */
  get(key: string, load: () => Promise<T>): Promise<T> {
    const now = this.#clock.now();
    const known = this.#entries.get(key);
    if (known !== undefined && this.#isFresh(known, now)) return known.value;
    const entry: Entry<T> = { value: load(), settled: null, until: now + this.#spanMs };
    this.#entries.set(key, entry);
    // Handled here only to drop the entry; whoever asked gets the rejection from the promise itself.
    entry.value.then(
      (value) => {
        entry.settled = { value };
      },
      () => {
        if (this.#entries.peek(key) === entry) this.#entries.delete(key);
      },
    );
    return entry.value;
  }

  /** The answer for `key` when {@link get} would have it at once; it is not counted as used. */
  known(key: string): { readonly value: T } | null {
    const entry = this.#entries.peek(key);
    return entry !== undefined && this.#isFresh(entry, this.#clock.now()) ? entry.settled : null;
  }

  /** Whether {@link get} would answer without a look-up. */
  has(key: string): boolean {
    const known = this.#entries.peek(key);
    return known !== undefined && this.#isFresh(known, this.#clock.now());
  }

  /** Forgets everything. A look-up under way still answers those who wait for it, but nobody after them. */
  clear(): void {
    this.#entries.clear();
  }

  /** A clock set back must not keep an answer alive. */
  #isFresh(entry: Entry<T>, now: number): boolean {
    return now < entry.until && now >= entry.until - this.#spanMs;
  }
}
