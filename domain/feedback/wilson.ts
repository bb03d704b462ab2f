/** Interval of a share, each end from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Quantile of the normal distribution that leaves 2.5 % above it: intervals hold at 95 %. */
export const Z95 = 1.959964;

/**
 * Computes the score interval of a share: E. B. Wilson, “Probable Inference, the Law of Succession, and Statistical Inference”, Journal
 * of the American Statistical Association 22 (1927), pages 209–212. With p = hits / n its centre is (p + z²/2n) / (1 + z²/n), its half
 * width z √(p(1 − p)/n + z²/4n²) / (1 + z²/n). Unlike p ± z √(p(1 − p)/n) it stays within 0 and 1 and has a width where all agree.
 */
export function wilsonInterval(hits: number, n: number): Interval {
  const share = hits / n;
  const square = (Z95 * Z95) / n;
  const centre = (share + square / 2) / (1 + square);
  const half = (Z95 * Math.sqrt((share * (1 - share)) / n + square / (4 * n))) / (1 + square);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
