import type { ApiResponse } from "./exchange.ts";

const EXPOSED = [
  "Content-Disposition",
  "ETag",
  "Idempotent-Replayed",
  "Original-Request-Id",
  "Preference-Applied",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Next-Cursor",
  "X-Next-Offset",
  "X-Project-Seq",
  "X-Request-Id",
].join(", ");

/**
 * CORS headers: any origin may call, because publishable keys live in browsers; without credentials, because keys are
 * all that counts.
 */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
} as const;

/** The answer to OPTIONS, preflight or not. It needs no key: browsers send none. */
export function preflight(methods: readonly string[]): ApiResponse {
  const allowed = [...methods, "OPTIONS"].join(", ");
  return {
    status: 204,
    headers: {
      allow: allowed,
      "access-control-allow-methods": allowed,
      "access-control-allow-headers":
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer",
      "access-control-max-age": "86400",
    },
    body: null,
  };
}
