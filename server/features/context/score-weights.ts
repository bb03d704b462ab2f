/** What a candidate is worth for what it is, beside its words. */
export const SCORE_WEIGHTS = { subject: 1.5, named: 1, about: 0.6, near: 0.3, far: 0.15, recent: 0.1 } as const;

/** Sequences after which what is new counts half as much as new. */
const RECENT = 1_000;

/** A nudge for what is new, by sequences alone. */
export function recency(seq: number, from: number): number {
  return (SCORE_WEIGHTS.recent * RECENT) / (RECENT + (seq - from));
}
