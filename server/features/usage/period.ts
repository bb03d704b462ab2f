import { invalidValue } from "../../kernel/problem.ts";
import { text } from "../../kernel/validation/fields.ts";
import { monthOf } from "./forecast.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

const LONGEST_DAYS = 366;

/** A day of the calendar, `2026-11-22`. */
export const day = () => text({ pattern: /^\d{4}-\d{2}-\d{2}$/ });

/** Period of whole days, UTC, in milliseconds; `to` is the start of the day after the last. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the requested period: the calendar month so far when none was requested.
 *
 * @throws Problem 422 for a day that is none, an end before the beginning, and more than 366 days.
 */
export function periodOf(query: { from?: string | undefined; to?: string | undefined }, now: number): Period {
  const to = query.to === undefined ? startOfDay(now) : parseDay("to", query.to);
  const from = query.from === undefined ? Math.min(monthOf(now).from, to) : parseDay("from", query.from);
  if (from > to) throw invalidValue(["query", "from"], "begins after the period ends", query.from ?? null);
  if ((to - from) / DAY_MS >= LONGEST_DAYS)
    throw invalidValue(["query", "from"], `a period may have ${LONGEST_DAYS} days`, query.from ?? null);
  return { from, to: to + DAY_MS };
}

/** The days of a period, each as `2026-11-22`. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let at = from; at < to; at += DAY_MS) days.push(isoDay(at));
  return days;
}

export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function parseDay(name: string, given: string): number {
  const ms = Date.parse(`${given}T00:00:00.000Z`);
  // 30 February is no day, and some parsers take it for the second of March.
  if (Number.isNaN(ms) || isoDay(ms) !== given) throw invalidValue(["query", name], "is no day of the calendar", given);
  return ms;
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}
