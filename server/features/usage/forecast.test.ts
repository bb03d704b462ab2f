import { describe, expect, it } from "vitest";
import { monthOf, reachedAt } from "./forecast.ts";

const DAY = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 22);

describe("when a limit is reached", () => {
  it.each([
    ["as things go", { limit: 30, used: 10, perDay: 4 }, now + 5 * DAY],
    ["already", { limit: 30, used: 30, perDay: 0 }, now],
    ["never, because nothing grows", { limit: 30, used: 29, perDay: 0 }, null],
    ["never, because there is none", { limit: null, used: 10_000, perDay: 50 }, null],
    ["too far ahead to tell", { limit: 1_000, used: 0, perDay: 1 }, null],
  ])("%s", (_, has, expected) => {
    expect(reachedAt(now, has)).toBe(expected);
  });

  it("a month is one of the calendar, over the turn of the year too", () => {
    expect(monthOf(Date.UTC(2026, 11, 31, 23, 59))).toEqual({ from: Date.UTC(2026, 11, 1), to: Date.UTC(2027, 0, 1) });
  });
});
