/** The time, as a dependency: tests set it, folding never reads it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** `2026-11-20T19:10:00.123Z` from whatever PostgreSQL prints for a timestamptz in UTC. */
export function isoMoment(value: string): string {
  return new Date(value).toISOString();
}
