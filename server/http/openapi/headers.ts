import type { JsonObject } from "#domain/json.ts";

const text: JsonObject = { type: "string" };

/** Headers of answers. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": {
    description: "Identifies the request, in the server's log as well.",
    schema: { type: "string", format: "uuid" },
  },
  ETag: {
    description: "The sequence of the last change, for `If-Match` and `If-None-Match`.",
    schema: text,
    example: '"12"',
  },
  "Content-Disposition": {
    description: "The name of a file, where one is answered.",
    schema: text,
    example: "attachment; filename=\"the-gate.ink\"; filename*=UTF-8''the-gate.ink",
  },
  "X-Project-Seq": {
    description: "The sequence of the project's record at which the answer is true.",
    schema: { type: "integer" },
  },
  "X-Next-Offset": {
    description:
      "With `has_more`: the `offset` of the next page. A page whose rows are very large ends before its `limit`.",
    schema: { type: "integer" },
  },
  "X-Next-Cursor": {
    description: "With `has_more`: the `cursor` of the next page, which is read at the same sequence.",
    schema: text,
  },
  RateLimit: {
    description: "Remaining requests of the plan's limit, and the seconds until it renews.",
    schema: text,
    example: '"default";r=599;t=60',
  },
  "RateLimit-Policy": {
    description: "The plan's limit and its window in seconds.",
    schema: text,
    example: '"default";q=600;w=60',
  },
  "Retry-After": { description: "Seconds to wait before the next attempt.", schema: { type: "integer", minimum: 0 } },
  "WWW-Authenticate": { description: "Authentication scheme.", schema: text, example: 'Bearer realm="fabula"' },
  "Preference-Applied": {
    description: "`return=minimal` when the answer leaves out what was written.",
    schema: text,
    example: "return=minimal",
  },
  "Idempotent-Replayed": {
    description: "`true` when this answer was first given to an earlier request with the same key.",
    schema: text,
  },
} as const satisfies Record<string, JsonObject>;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Headers of requests, as parameters. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "1 to 255 visible ASCII characters. The same request with the same key is done once within 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
    example: "import-2026-11-20-01",
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The ETag the change starts from. When the resource has changed since, nothing is written (412).",
    schema: { type: "string" },
    example: '"12"',
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`return=minimal` leaves out what was written: the answer has only its id and `valid_from_seq`, that of a batch only `results`.",
    schema: { type: "string" },
    example: "return=minimal",
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "The id of the last message that arrived; it wins over the query. `EventSource` sends it by itself.",
    schema: { type: "string", pattern: "^[0-9]{1,16}$" },
    example: "12",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of the answer the client already has; 304 when it still holds.",
    schema: { type: "string" },
    example: '"12"',
  },
} as const satisfies Record<string, JsonObject>;

type Section = "schemas" | "responses" | "parameters" | "examples" | "headers";

/** A reference to a shared part of the document. */
export function resolvesIn(section: Section, name: string): JsonObject {
  return { $ref: `#/components/${section}/${name}` };
}

/** Headers of a response, by reference. */
export function responseHeaders(names: readonly ResponseHeader[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, resolvesIn("headers", name)]));
}
