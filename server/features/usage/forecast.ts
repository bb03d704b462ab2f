const DAY_MS = 24 * 60 * 60 * 1000;

/** Number of days within which a forecast is made; later moments are not forecast. */
const HORIZON_DAYS = 366;

/**
 * Returns the moment at which a limit is reached if growth goes on at its current rate, in milliseconds: now when the
 * limit is reached already; null when there is no limit, nothing grows, or the moment lies more than a year ahead.
 */
export function reachedAt(now: number, has: { limit: number | null; used: number; perDay: number }): number | null {
  const { limit, used, perDay } = has;
  if (limit === null) return null;
  if (used >= limit) return now;
  if (perDay <= 0) return null;
  const days = (limit - used) / perDay;
  return days > HORIZON_DAYS ? null : now + days * DAY_MS;
}

/**
 * Returns the moment at which the units of this calendar month are used up if usage goes on at its current rate; null
 * when they last.
 */
export function unitsReachedAt(now: number, { limit, used }: { limit: number | null; used: number }): number | null {
  const { from, to } = monthOf(now);
  // At least a quarter of a day: the first hour of a month says little about the rest.
  const perDay = used / Math.max((now - from) / DAY_MS, 0.25);
  const reached = reachedAt(now, { limit, used, perDay });
  // Units of the next month are others.
  return reached === null || reached >= to ? null : reached;
}

/** Returns the start and the end of the calendar month of a moment, in milliseconds, UTC. */
export function monthOf(now: number): { from: number; to: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}
