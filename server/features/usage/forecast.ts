const DAY_MS = 24 * 60 * 60 * 1000;

/** What lies further ahead than this is not foretold. */
const HORIZON_DAYS = 366;

/**
 * When a limit is reached if things go on as they do, in milliseconds: now when it is reached already, null when there is no
 * limit, nothing grows, or it lies more than a year ahead.
 */
export function reachedAt(now: number, has: { limit: number | null; used: number; perDay: number }): number | null {
  const { limit, used, perDay } = has;
  if (limit === null) return null;
  if (used >= limit) return now;
  if (perDay <= 0) return null;
  const days = (limit - used) / perDay;
  return days > HORIZON_DAYS ? null : now + days * DAY_MS;
}

/** When the units of this calendar month are used up if things go on as they do; null when they last. */
export function unitsReachedAt(now: number, { limit, used }: { limit: number | null; used: number }): number | null {
  const { from, to } = monthOf(now);
  // At least a quarter of a day: the first hour of a month says little about the rest.
  const perDay = used / Math.max((now - from) / DAY_MS, 0.25);
  const reached = reachedAt(now, { limit, used, perDay });
  // Units of the next month are others.
  return reached === null || reached >= to ? null : reached;
}

/** Where the calendar month of a moment begins and ends, in milliseconds, UTC. */
export function monthOf(now: number): { from: number; to: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}
