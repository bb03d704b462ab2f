import { wilsonInterval, Z95 } from "./wilson.ts";

/** Signals below which no number is told of a group: it would be taken for more than it is. */
export const FEWEST_SIGNALS = 5;

/** Signals of a group in one window of time: their number, the sum of their values, and of the squares of these. */
export interface Signals {
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
}

/** Ways that the mean of signals can have gone since the window before. */
export const TRENDS = ["up", "down", "steady"] as const;
export type Trend = (typeof TRENDS)[number];

/**
 * Compares signals of a window with those of the one before; null where either has too few. Shares have moved where their Wilson intervals
 * do not meet, other means where they lie further apart than 1.96 standard errors of their difference (B. L. Welch, “The Generalization of
 * ‘Student’s’ Problem when Several Different Population Variances are Involved”, Biometrika 34 (1947), pages 28–35).
 */
export function trendOf(now: Signals, before: Signals, isShare: boolean): Trend | null {
  if (now.n < FEWEST_SIGNALS || before.n < FEWEST_SIGNALS) return null;
  const difference = now.sum / now.n - before.sum / before.n;
  if (difference === 0) return "steady";
  return hasMoved(now, before, isShare) ? (difference > 0 ? "up" : "down") : "steady";
}

function hasMoved(now: Signals, before: Signals, isShare: boolean): boolean {
  if (isShare) {
    const [here, there] = [wilsonInterval(now.sum, now.n), wilsonInterval(before.sum, before.n)];
    return here.low > there.high || here.high < there.low;
  }
  const error = Math.sqrt(varianceOf(now) / now.n + varianceOf(before) / before.n);
  return Math.abs(now.sum / now.n - before.sum / before.n) > Z95 * error;
}

/** Variance of a sample, unbiased. */
function varianceOf({ n, sum, squares }: Signals): number {
  return Math.max(0, (squares - (sum * sum) / n) / (n - 1));
}
