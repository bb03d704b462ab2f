import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "#test-size";
import { ticksBetween } from "./ribbon-axis.ts";

const labels = (from: string, to: string) => ticksBetween(new Date(from), new Date(to)).map(({ label }) => label);

test("an axis names times within a day, and days, months and years of what is longer", () => {
  expect(labels("2026-11-26T09:10:00", "2026-11-26T09:22:00")).toEqual(["09:10", "09:15", "09:20"]);
  expect(labels("2026-11-26T20:00:00", "2026-11-27T07:00:00")).toEqual(["21:00", "27 Nov", "03:00", "06:00"]);
  expect(labels("2026-11-26T09:10:00", "2026-11-30T09:00:00")).toEqual(["27 Nov", "28 Nov", "29 Nov", "30 Nov"]);
  expect(labels("2026-11-01T09:10:00", "2026-11-25T09:00:00")).toEqual(["8 Nov", "15 Nov", "22 Nov"]);
  expect(labels("2026-08-26T09:10:00", "2026-12-30T09:00:00")).toEqual([
    ...["Sept 2026", "Oct 2026", "Nov 2026"],
    "Dec 2026",
  ]);
  expect(labels("2024-09-26T09:10:00", "2026-12-30T09:00:00")).toEqual([
    ...["Jan 2025", "Jul 2025", "Jan 2026"],
    "Jul 2026",
  ]);
  expect(labels("2026-11-26T09:10:00", "2026-11-26T09:10:00")).toEqual(["09:10"]);
  expect(labels("2026-11-26T09:10:10", "2026-11-26T09:10:40")).toEqual(["09:10"]);
});

test("an axis of any length has a few labels, in their order, none twice", () => {
  const time = fc.date({ min: new Date("1995-01-01"), max: new Date("2095-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(time, fc.integer({ min: 2 * 60_000, max: 2 ** 41 }), (from, long) => {
      const found = ticksBetween(from, new Date(from.getTime() + long));
      expect(found.length).toBeLessThanOrEqual(9);
      const shares = found.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      expect(new Set(found.map(({ label }) => label)).size).toBe(found.length);
    }),
    { numRuns: rounds({ gate: 50, full: 2_000 }), endOnFailure: true },
  );
});
