/** How long something is to work: so many days from now, without end, to the end of a day, or as long as it does. */
export type Lifetime = "7" | "30" | "90" | "365" | "never" | "day" | "keep";

/** When something is to end, as a form has it. */
export interface Expiry {
  readonly lifetime: Lifetime;
  /** The day it ends with, for `day`; empty until one is picked. */
  readonly day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When something ends: null for never, undefined for as it is. A day ends where the person is. */
export function expiryOf({ lifetime, day }: Expiry, now: number): string | null | undefined {
  if (lifetime === "keep") return undefined;
  if (lifetime === "never") return null;
  if (lifetime !== "day") return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${day}T23:59:59`);
  // What is no day goes to the server as it is, which says so at the field.
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}
