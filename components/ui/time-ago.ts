const WORDS = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const MINUTE_MS = 60_000;

/** Units from the largest, each with the distance from which it is used. */
const UNITS = [
  ["year", 365 * 24 * 60 * MINUTE_MS],
  ["month", 30 * 24 * 60 * MINUTE_MS],
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

/**
 * Returns the distance of a moment from now: `3 minutes ago`, `in 2 days`. A moment less than a minute away is `just
 * now`.
 */
export function sayDistance(moment: Date, now: number): string {
  const distance = moment.getTime() - now;
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  return unit === undefined ? "just now" : WORDS.format(Math.trunc(distance / unit[1]), unit[0]);
}
