import type { Entry } from "./entry.ts";

/** Time and chance, so that tests have their own. */
export interface Clock {
  now(): number;
  /** Runs something later; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Returns a random number from 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Store in which entries outlive the page. Every call may reject: no storage, storage full. */
export interface EntryStore {
  all(): Promise<Entry[]>;
  /** Puts some and deletes others, all or nothing; fulfilled once it is stored. */
  write(put: readonly Entry[], remove: readonly string[]): Promise<void>;
}

/** Tells the entries of living tabs from those of dead ones. */
export interface TabLocks {
  /** Holds the lock of this tab until the page ends. */
  hold(tabId: string): Promise<void>;
  /** Takes the lock of another tab if nobody holds it, until the page ends. */
  take(tabId: string): Promise<boolean>;
}
