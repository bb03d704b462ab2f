import type { Mode } from "../../kernel/scope.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Intervals, waits and time limits of deliveries; each in milliseconds. */
export interface DeliveryTimings {
  /** The wait before each attempt, by mode. The first is the one after the event. */
  readonly schedule: Readonly<Record<Mode, readonly number[]>>;
  /** Waits differ by up to this part of themselves, so that what failed together is not tried together. */
  readonly jitter: number;
  /** The least wait after an answer that says the receiver has too much to do. */
  readonly throttledMs: number;
  /** One attempt, from looking up the name to the last byte that is read. */
  readonly deadlineMs: number;
  /**
   * Duration of uninterrupted failures after which a webhook is switched off. A failure that comes more than twice this
   * time after the last one begins a new streak.
   */
  readonly disableAfterMs: number;
  /** Time for which a process holds an attempt without renewing its lease. */
  readonly leaseMs: number;
  /** Longest time of an attempt with what follows it; one that takes longer hangs. */
  readonly stallMs: number;
  /** Time between two searches for due work that no notification announced. */
  readonly pollMs: number;
}

/**
 * The example of the Standard Webhooks specification, 75 hours and 35 minutes in all; two hours for development data. A name
 * without an address, a hanging receiver and an overloaded one are all retried alike.
 */
export const DELIVERY_TIMINGS: DeliveryTimings = {
  schedule: {
    live: [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    test: [0, 5 * MINUTE, 115 * MINUTE],
  },
  jitter: 0.2,
  throttledMs: MINUTE,
  deadlineMs: 15 * SECOND,
  disableAfterMs: 5 * DAY,
  leaseMs: 30 * SECOND,
  stallMs: 2 * MINUTE,
  pollMs: SECOND,
};

/** Advice of a failed attempt on the wait before the next one. */
export interface RetryAdvice {
  /** The receiver was too slow, or said that it has too much to do. */
  readonly isThrottled: boolean;
  /** Wait that its `Retry-After` asks for, in milliseconds; null when it asks for none. */
  readonly retryAfterMs: number | null;
}

/**
 * Returns the wait before the next scheduled attempt after `step` attempts; null when there is none. A receiver may ask
 * for a longer wait, up to twice the scheduled one: a wrong clock or a misconfigured proxy must not hold a delivery for
 * a year.
 */
export function waitAfter(
  { schedule, jitter, throttledMs }: DeliveryTimings,
  mode: Mode,
  step: number,
  { isThrottled, retryAfterMs }: RetryAdvice,
  random: number,
): number | null {
  const base = schedule[mode][step];
  if (base === undefined) return null;
  const spread = base * (1 + jitter * (2 * random - 1));
  const asked = retryAfterMs === null ? spread : Math.min(Math.max(retryAfterMs, base), 2 * base);
  return Math.round(isThrottled ? Math.max(asked, throttledMs) : asked);
}

/** The beginning of a date of RFC 9110. The engine takes much else for a date, such as `-5`. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Milliseconds that a `Retry-After` header asks for: seconds, or a date; null when it is neither. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const date = HTTP_DATE.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Uninterrupted failures of a webhook. Moments are milliseconds since the epoch. */
export interface FailureStreak {
  /** The first failure since the last success. */
  readonly since: number | null;
  readonly last: number | null;
}

/** Whether a streak has lasted long enough to stop the webhook: its first and its last failure are days apart. */
export function isExhausted({ since, last }: FailureStreak, { disableAfterMs }: DeliveryTimings): boolean {
  return since !== null && last !== null && last - since >= disableAfterMs;
}

/** Percentages of the time until a failing webhook is switched off at which a warning is given. */
export const WARNING_PERCENTS = [50, 70, 90] as const;
export type WarningPercent = (typeof WARNING_PERCENTS)[number];

/** Returns the warning that a streak has earned: the highest percentage it has passed, or null. */
export function warningOf(
  since: number | null,
  now: number,
  { disableAfterMs }: DeliveryTimings,
): WarningPercent | null {
  if (since === null) return null;
  const part = ((now - since) / disableAfterMs) * 100;
  return WARNING_PERCENTS.findLast((percent) => part >= percent) ?? null;
}
