import { expect, test } from "vitest";
import { sayDistance } from "./time-ago.ts";

test("a moment is said by its distance, in the largest unit that it fills", () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const said = (ms: number) => sayDistance(new Date(now + ms), now);
  const HOUR = 3_600_000;
  expect([-59_000, -60_000, -HOUR + 1, -HOUR, -47 * HOUR].map(said)).toEqual([
    "just now",
    "1 minute ago",
    "59 minutes ago",
    "1 hour ago",
    "yesterday",
  ]);
  expect([40_000, 90 * 60_000, 90 * 24 * HOUR, 800 * 24 * HOUR].map(said)).toEqual([
    "just now",
    "in 1 hour",
    "in 3 months",
    "in 2 years",
  ]);
});
