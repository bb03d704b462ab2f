import { expect, test } from "vitest";
import { addressOfView, daysOfPeriod, viewOfAddress } from "./usage-view.ts";

test("a view is read off the address it was written into, and leaves the rest of it", () => {
  const view = { period: "7-days", by: "project", mode: "test", day: "2026-11-22" } as const;
  const address = addressOfView(view, "?plan=studio");
  expect(new URLSearchParams(address).get("plan")).toBe("studio");
  expect(viewOfAddress(new URLSearchParams(address))).toEqual(view);
  const usual = { period: "month", by: "key", mode: null, day: null } as const;
  expect(addressOfView(usual, address)).toBe("?plan=studio");
  expect(viewOfAddress(new URLSearchParams("?period=ever&by=hand&mode=both&day=today"))).toEqual(usual);
});

test("periods are whole days of UTC, whatever the month", () => {
  const march = Date.UTC(2026, 2, 1, 0, 0, 1);
  expect(daysOfPeriod("month", march)).toEqual({ from: "2026-03-01", to: "2026-03-31" });
  expect(daysOfPeriod("last-month", march)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(daysOfPeriod("7-days", march)).toEqual({ from: "2026-02-23", to: "2026-03-01" });
  expect(daysOfPeriod("30-days", march)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
  expect(daysOfPeriod("last-month", Date.UTC(2027, 0, 31))).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});
