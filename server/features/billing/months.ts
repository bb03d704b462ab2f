/**
 * The moment a month later, on the anchor's day, or on the last day of a month that has no such day. Milliseconds, UTC; the time
 * of day stays.
 */
export function monthAfter(from: number, anchorDay: number): number {
  const date = new Date(from);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = from - Date.UTC(year, month - 1, date.getUTCDate());
  return Date.UTC(year, month, Math.min(anchorDay, lastDay)) + timeOfDay;
}

/** Returns the share of a price for the rest of a period, rounded to the smallest unit. */
export function shareLeft(price: number, period: { from: number; to: number }, now: number): number {
  const left = Math.min(Math.max(period.to - now, 0), period.to - period.from);
  return Math.round((price * left) / (period.to - period.from));
}
