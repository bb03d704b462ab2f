import { describe, expect, it } from "vitest";
import { monthAfter, shareLeft } from "./months.ts";

const at = (text: string) => Date.parse(`${text}Z`);

describe("a month later", () => {
  it("keeps the anchor's day through shorter months, and the time of day", () => {
    const starts = ["2027-01-31T09:30:00"];
    for (let n = 0; n < 4; n += 1) {
      const next = monthAfter(at(starts[n] ?? ""), 31);
      starts.push(new Date(next).toISOString().slice(0, 19));
    }
    expect(starts.slice(1)).toEqual([
      "2027-02-28T09:30:00",
      "2027-03-31T09:30:00",
      "2027-04-30T09:30:00",
      "2027-05-31T09:30:00",
    ]);
  });

  it("passes the turn of the year", () => {
    expect(monthAfter(at("2026-12-05T00:00:00"), 5)).toBe(at("2027-01-05T00:00:00"));
  });
});

describe("what is left of a period", () => {
  const period = { from: 0, to: 30_000 };
  it.each([
    [0, 4_900],
    [15_000, 2_450],
    [29_999, 0],
    [40_000, 0],
    [-5, 4_900],
  ])("at %i of 30,000 it is %i of 4,900", (now, share) => {
    expect(shareLeft(4_900, period, now)).toBe(share);
  });
});
