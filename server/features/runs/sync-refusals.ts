import type { SentRefusal } from "#domain/offline/play-sent.ts";

/** Reasons for which an action that was done offline is refused. */
export const SYNC_REFUSALS = [
  "not_offered",
  "closed",
  "not_awaited",
  "over",
  "at_beginning",
  "too_long",
  "moved_on",
  "client_id_taken",
  "not_reached",
] as const satisfies readonly (SentRefusal | "moved_on" | "client_id_taken" | "not_reached")[];
export type SyncRefusal = (typeof SYNC_REFUSALS)[number];
