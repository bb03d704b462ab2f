"use client";

import { useNow } from "./use-now.ts";

/** Time left until a moment, by the second in its last hour: `23 h 04 min`, `12 min 09 s`. Read out once, not each second. */
export function Countdown({ until }: { until: string }) {
  const left = Math.max(0, Date.parse(until) - useNow(1_000));
  return (
    <span role="timer" aria-live="off" className="numerals">
      {sayTimeLeft(left)}
    </span>
  );
}

const two = (value: number): string => String(value).padStart(2, "0");

/** A span of time in its two largest units. */
export function sayTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} d ${two(hours % 24)} h`;
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  return minutes > 0 ? `${minutes} min ${two(seconds % 60)} s` : `${seconds} s`;
}
