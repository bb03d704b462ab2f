"use client";

import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";

/** Periods that can be shown. Days are those of UTC, as they are counted. */
export const PERIODS = ["month", "last-month", "7-days", "30-days"] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Properties that requests can be grouped by. */
export const GROUPINGS = ["key", "class", "project"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** View of the usage page, as it is written in the address. */
export interface UsageView {
  readonly period: PeriodName;
  readonly by: Grouping;
  /** Mode of the counted requests; null for both. */
  readonly mode: "live" | "test" | null;
  /** The day whose requests are shown, `2026-11-22`; null for the whole period. */
  readonly day: string | null;
}

type Query = Pick<URLSearchParams, "get">;

/** Reads the view from an address; missing and invalid parts get their default. */
export function viewOfAddress(query: Query): UsageView {
  const day = query.get("day");
  const mode = query.get("mode");
  return {
    period: PERIODS.find((each) => each === query.get("period")) ?? "month",
    by: GROUPINGS.find((each) => each === query.get("by")) ?? "key",
    mode: mode === "live" || mode === "test" ? mode : null,
    day: day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null,
  };
}

/** An address with a view in it; what else it said stays. */
export function addressOfView(view: UsageView, query: string): string {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  put("period", view.period === "month" ? null : view.period);
  put("by", view.by === "key" ? null : view.by);
  put("mode", view.mode);
  put("day", view.day);
  return next.size === 0 ? "" : `?${next}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The first and the last day of a period, at a moment. */
export function daysOfPeriod(period: PeriodName, now: number): { from: string; to: string } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (period) {
    case "month":
      // The days to come are part of it: what the month leads to is told of the whole of it.
      return { from: isoDay(Date.UTC(year, month, 1)), to: isoDay(Date.UTC(year, month + 1, 0)) };
    case "last-month":
      return { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month, 0)) };
    case "7-days":
      return { from: isoDay(now - 6 * DAY_MS), to: isoDay(now) };
    case "30-days":
      return { from: isoDay(now - 29 * DAY_MS), to: isoDay(now) };
  }
}

const FORM: AddressForm<UsageView> = {
  viewOf: viewOfAddress,
  addressOf: addressOfView,
  isStep: (change) => "day" in change,
};

/** Reads the view of the usage page from the address, and writes it there. */
export const useUsageView = () => useAddressView(FORM);
