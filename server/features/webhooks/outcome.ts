import { type RetryAdvice, readRetryAfter } from "./schedule.ts";

/** Receiver's response, as the outbound client returns it. */
export type Response =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
      readonly truncated: boolean;
      readonly tookMs: number;
    }
  | { readonly kind: "failure"; readonly failure: string; readonly message: string; readonly tookMs: number };

/** Outcome of an attempt. */
export interface Outcome extends RetryAdvice {
  readonly isSuccess: boolean;
  readonly status: number | null;
  /** The class of failure; null for a success. */
  readonly failure: string | null;
  /** Description of the failure; null for a success. */
  readonly message: string | null;
  readonly responseBody: string | null;
  readonly isTruncated: boolean;
  readonly tookMs: number;
  /** The receiver wants no more deliveries, and how it said so. */
  readonly stops: "gone" | "receiver_request" | null;
  /** The receiver wants no further attempt of this one. */
  readonly isAborted: boolean;
}

/** Bytes of an answer that are kept. */
const KEPT_BYTES = 4_096;

/** Answers that say the receiver has too much to do (Standard Webhooks, "throttling"). */
const THROTTLING = [429, 502, 504];
const TIMEOUTS = ["timeout", "connect_timeout"];

/**
 * Returns the outcome of an attempt with the receiver's requests: `410`, `Retry-After`, and the header
 * `webhook-delivery`.
 */
export function outcomeOf(response: Response, now: number): Outcome {
  if (response.kind === "failure") {
    const { failure, message, tookMs } = response;
    return {
      isSuccess: false,
      status: null,
      failure,
      message,
      responseBody: null,
      isTruncated: false,
      tookMs,
      stops: null,
      isAborted: false,
      isThrottled: TIMEOUTS.includes(failure),
      retryAfterMs: null,
    };
  }
  const { status, headers, body, truncated, tookMs } = response;
  const isSuccess = status >= 200 && status < 300;
  const wish = headers["webhook-delivery"]?.trim().toLowerCase() ?? "";
  return {
    isSuccess,
    status,
    failure: isSuccess ? null : failureOf(status),
    message: isSuccess ? null : wordsFor(status),
    responseBody: keptText(body),
    isTruncated: truncated || body.length > KEPT_BYTES,
    tookMs,
    stops: status === 410 ? "gone" : wish === "disable" ? "receiver_request" : null,
    isAborted: !isSuccess && wish === "abort-message",
    isThrottled: THROTTLING.includes(status),
    retryAfterMs: isSuccess ? null : readRetryAfter(headers["retry-after"] ?? null, now),
  };
}

function failureOf(status: number): string {
  if (status < 300) return "unexpected_status";
  if (status < 400) return "redirect";
  return status < 500 ? "refused" : "receiver_error";
}

function wordsFor(status: number): string {
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status} and sent the delivery elsewhere. Redirects are not followed: give the webhook the final address.`;
  }
  if (status === 410) return "The receiver answered 410: it wants no more deliveries.";
  if (status === 401 || status === 403) {
    return `The receiver answered ${status}: it did not accept the delivery, often because it verifies with another secret.`;
  }
  if (status === 404) return "The receiver answered 404: nothing listens at this path.";
  if (status === 429) return "The receiver answered 429: it gets more than it can take.";
  return status < 500
    ? `The receiver answered ${status}: it refused the delivery.`
    : `The receiver answered ${status}: it failed.`;
}

/** Text that PostgreSQL can hold: without NUL, and cut between characters. */
function keptText(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, KEPT_BYTES)).toString("utf8").replaceAll("\0", "");
  return body.length > KEPT_BYTES ? text.replace(/\uFFFD$/, "") : text;
}
