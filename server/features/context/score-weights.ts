/** Weights of a candidate's relation to the question, added to the score of its words. */
export const SCORE_WEIGHTS = { subject: 1.5, named: 1, about: 0.6, near: 0.3, far: 0.15, recent: 0.1 } as const;

/** Sequences after which the bonus for recency is halved. */
const RECENT = 1_000;

/** Computes the bonus for recency, by sequences alone. */
export function recency(seq: number, from: number): number {
  return (SCORE_WEIGHTS.recent * RECENT) / (RECENT + (seq - from));
}
