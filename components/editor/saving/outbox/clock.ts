/** Time and chance, so that tests have their own. */
export interface Clock {
  now(): number;
  /** Runs something later; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
  /** From 0 up to 1. */
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
