import { describe, expect, test } from "vitest";
import { DELIVERY_TIMINGS, isExhausted, readRetryAfter, waitAfter, warningOf } from "./schedule.ts";

const CALM = { isThrottled: false, retryAfterMs: null };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the wait before the next attempt", () => {
  test("given live data, then it is that of the Standard Webhooks specification, and there is an end", () => {
    const waits = Array.from({ length: 11 }, (_, step) => waitAfter(DELIVERY_TIMINGS, "live", step, CALM, 0.5));
    expect(waits).toEqual([
      0,
      5_000,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      null,
    ]);
  });

  test("given development data, then there are three attempts within two hours", () => {
    const { test: schedule } = DELIVERY_TIMINGS.schedule;
    expect(schedule).toHaveLength(3);
    expect(schedule.reduce((sum, wait) => sum + wait)).toBe(2 * HOUR);
  });

  test("differs by up to a fifth", () => {
    expect(waitAfter(DELIVERY_TIMINGS, "live", 2, CALM, 0)).toBe(4 * MINUTE);
    expect(waitAfter(DELIVERY_TIMINGS, "live", 2, CALM, 1)).toBe(6 * MINUTE);
  });

  test("given Retry-After, then it is what was asked for, between what was due and twice that", () => {
    const wait = (retryAfterMs: number) =>
      waitAfter(DELIVERY_TIMINGS, "live", 2, { isThrottled: false, retryAfterMs }, 0.5);
    expect([wait(1_000), wait(7 * MINUTE), wait(DAY)]).toEqual([5 * MINUTE, 7 * MINUTE, 10 * MINUTE]);
  });

  test("given a receiver with too much to do, then it is a minute at least", () => {
    expect(waitAfter(DELIVERY_TIMINGS, "live", 1, { isThrottled: true, retryAfterMs: null }, 0.5)).toBe(MINUTE);
    expect(waitAfter(DELIVERY_TIMINGS, "live", 2, { isThrottled: true, retryAfterMs: null }, 0.5)).toBe(5 * MINUTE);
  });
});

test("Retry-After is seconds or a date; anything else asks for nothing", () => {
  const now = Date.parse("2026-11-20T19:10:00Z");
  expect(readRetryAfter("120", now)).toBe(120_000);
  expect(readRetryAfter("Fri, 20 Nov 2026 19:12:00 GMT", now)).toBe(120_000);
  expect(readRetryAfter("Fri, 20 Nov 2026 19:00:00 GMT", now)).toBe(0);
  for (const other of [null, "soon", "-5", "1e9 seconds"]) expect(readRetryAfter(other, now)).toBeNull();
});

test("a webhook stops when nothing but failures came for five days, and warns at the half, at 70 and at 90 percent", () => {
  const since = Date.parse("2026-11-20T00:00:00Z");
  expect(isExhausted({ since, last: since + 5 * DAY - 1 }, DELIVERY_TIMINGS)).toBe(false);
  expect(isExhausted({ since, last: since + 5 * DAY }, DELIVERY_TIMINGS)).toBe(true);
  expect(isExhausted({ since: null, last: null }, DELIVERY_TIMINGS)).toBe(false);
  const after = (days: number) => warningOf(since, since + days * DAY, DELIVERY_TIMINGS);
  expect([after(2.4), after(2.5), after(3.5), after(4.6), after(9)]).toEqual([null, 50, 70, 90, 90]);
  expect(warningOf(null, since, DELIVERY_TIMINGS)).toBeNull();
});
