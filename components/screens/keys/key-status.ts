import { sayDistance } from "../../ui/time-ago.ts";
import type { ApiKey } from "./key-queries.ts";

/** Status of a key, as a word and the tone it is shown in. */
export interface KeyStatus {
  readonly word: string;
  readonly tone: "plain" | "ok" | "warn";
  /** Whether calls with it are answered. */
  readonly works: boolean;
}

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the status of a key at a moment; the server's answer may be older than the end of the key. */
export function statusOf({ state, replaced_by, expires_at }: ApiKey, now: number): KeyStatus {
  if (state === "revoked") return { word: "Revoked", tone: "plain", works: false };
  const ends = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
  if (state === "expired" || ends <= now) {
    return { word: replaced_by === null ? "Expired" : "Replaced", tone: "plain", works: false };
  }
  if (replaced_by !== null) return { word: "Being replaced", tone: "warn", works: true };
  if (ends - now < SOON_MS) return { word: `Ends ${sayDistance(new Date(ends), now)}`, tone: "warn", works: true };
  return { word: "Active", tone: "ok", works: true };
}

/** Returns the short form of a key: enough to tell it from others, too little to use. */
export function shortForm({ prefix, start, last4 }: Pick<ApiKey, "prefix" | "start" | "last4">): string {
  return `${prefix}${start}…${last4}`;
}
