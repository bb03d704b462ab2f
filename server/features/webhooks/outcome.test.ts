import { describe, expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

const NOW = Date.parse("2026-11-20T19:10:00Z");
const answer = (status: number, headers: Record<string, string> = {}, body: Uint8Array = Buffer.from("")) =>
  outcomeOf({ kind: "answer", status, headers, body, truncated: false, tookMs: 5 }, NOW);

describe("what an attempt came to", () => {
  test.each([
    [200, true, null],
    [204, true, null],
    [299, true, null],
    [101, false, "unexpected_status"],
    [301, false, "redirect"],
    [400, false, "refused"],
    [404, false, "refused"],
    [500, false, "receiver_error"],
  ])("%d", (status, isSuccess, failure) => {
    const outcome = answer(status);
    expect([outcome.isSuccess, outcome.failure, outcome.status]).toEqual([isSuccess, failure, status]);
    expect(outcome.message === null).toBe(isSuccess);
  });

  test("429, 502, 504 and what takes too long say that the receiver has too much to do", () => {
    expect([429, 502, 504, 500, 503].map((status) => answer(status).isThrottled)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const failed = (failure: string) => outcomeOf({ kind: "failure", failure, message: "…", tookMs: 1 }, NOW);
    expect(["timeout", "connect_timeout", "tls"].map((failure) => failed(failure).isThrottled)).toEqual([
      true,
      true,
      false,
    ]);
    expect(failed("tls")).toMatchObject({ isSuccess: false, status: null, message: "…", stops: null });
  });

  test("a receiver may ask for no more, and for no more of this one", () => {
    expect(answer(410).stops).toBe("gone");
    expect(answer(200, { "webhook-delivery": " Disable " }).stops).toBe("receiver_request");
    expect(answer(500, { "webhook-delivery": "abort-message" })).toMatchObject({ isAborted: true, stops: null });
    expect(answer(200, { "webhook-delivery": "abort-message" }).isAborted).toBe(false);
    expect(answer(503, { "retry-after": "90" }).retryAfterMs).toBe(90_000);
  });

  test("4 KiB of the answer are kept, as text that the database can hold", () => {
    const long = answer(200, {}, Buffer.from(`a\0${"é".repeat(4_000)}`));
    expect(long.isTruncated).toBe(true);
    expect(long.responseBody).toMatch(/^aé+$/);
    expect(Buffer.byteLength(long.responseBody ?? "")).toBeLessThanOrEqual(4_096);
    expect(answer(200, {}, Buffer.from([0xff, 0xfe])).responseBody).toBe("\uFFFD\uFFFD");
  });
});
