/** Lifetime: so many days from now, without end, to the end of a day, or unchanged. */
export type Lifetime = "7" | "30" | "90" | "365" | "never" | "day" | "keep";

/** End of a lifetime as a form holds it. */
export interface Expiry {
  readonly lifetime: Lifetime;
  /** The day it ends with, for `day`; empty until one is picked. */
  readonly day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time of expiry: null for never, undefined for unchanged. A day ends in the person's time zone. */
export function expiryOf({ lifetime, day }: Expiry, now: number): string | null | undefined {
  if (lifetime === "keep") return undefined;
  if (lifetime === "never") return null;
  if (lifetime !== "day") return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  // What is no day goes to the server as it is, which says so at the field.
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}
