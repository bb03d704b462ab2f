import type { Attempt, Delivery, Finding, Webhook, WebhookCheck } from "./webhook-queries.ts";

type Tone = "plain" | "ok" | "warn" | "bad";

/** Returns the status of a webhook, in a word. */
export function standingOf({ active, disabled_reason, warning, consecutive_failures }: Webhook): {
  word: string;
  tone: Tone;
} {
  if (!active) return disabled_reason === "manual" ? { word: "Off", tone: "plain" } : { word: "Stopped", tone: "bad" };
  if (warning !== null) return { word: "About to stop", tone: "warn" };
  return (consecutive_failures ?? 0) > 0 ? { word: "Failing", tone: "warn" } : { word: "On", tone: "ok" };
}

/** Returns the status of a delivery, in a word. */
export function deliveryStanding({ status, attempt_count }: Pick<Delivery, "status" | "attempt_count">): {
  word: string;
  tone: Tone;
} {
  switch (status) {
    case "delivered":
      return { word: "Delivered", tone: "ok" };
    case "failed":
      return { word: "Failed", tone: "bad" };
    case "cancelled":
      return { word: "Cancelled", tone: "plain" };
    default:
      return attempt_count === 0 ? { word: "Pending", tone: "plain" } : { word: "Retrying", tone: "warn" };
  }
}

/** Returns the outcome of an attempt as a sentence, with the cause when there is one. */
export function sayOutcome({ succeeded, status, message }: Attempt): string {
  if (succeeded) return `Delivered: the receiver answered ${status}.`;
  return message ?? (status === null ? "No response." : `The receiver answered ${status}.`);
}

/** Returns a duration in words. */
export const sayTook = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** Names of the checks of a receiver. */
export const CHECK_NAMES: Readonly<Record<Finding["check"], string>> = {
  signed_message: "A message in order",
  slow_acknowledgement: "Time to answer",
  bad_signature: "Bad signature",
  old_timestamp: "Old timestamp",
  future_timestamp: "Timestamp ahead",
  duplicate: "Duplicate",
  reordered_pair: "Wrong order",
  large_body: "Large body",
};

/** Results of a check, each in a word. */
export const RESULT_WORDS: Readonly<Record<Finding["result"], { word: string; tone: Tone }>> = {
  passed: { word: "Passed", tone: "ok" },
  warning: { word: "Could be better", tone: "warn" },
  failed: { word: "Failed", tone: "bad" },
  skipped: { word: "Not sent", tone: "plain" },
};

/** The tone of a grade. */
export const gradeTone = (grade: WebhookCheck["grade"]): Tone =>
  grade === "A" ? "ok" : grade === "B" || grade === "C" ? "warn" : "bad";

/** Returns the events that a webhook receives, in a few words. */
export function sayEvents(events: readonly string[]): string {
  if (events.includes("*")) return "Everything";
  const [first = "", second] = events;
  if (second === undefined) return first;
  return events.length === 2 ? `${first}, ${second}` : `${first} and ${events.length - 1} more`;
}
