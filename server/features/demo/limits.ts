import type { VisitLimit } from "../../operation/visits.ts";

/** Requests to the demo, of whatever kind, that one address has in an hour. */
export const DEMO_VISITS: VisitLimit = { policy: "demo", requests: 20, windowSeconds: 3_600 };

/** Questions a conversation has. */
export const DEMO_MESSAGES = 5;

/** Duration of a conversation. */
export const DEMO_SESSION_MS = 60 * 60_000;

/** Code points of a question. */
export const DEMO_TEXT = 500;

/** Room for a question in which every character is written as an escape. */
export const DEMO_BODY_BYTES = 8 * 1024;
