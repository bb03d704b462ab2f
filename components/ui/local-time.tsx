"use client";

import { useSyncExternalStore } from "react";

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Returns a moment in short form: `14:02`, `3 Nov, 14:02`, `3 Nov 2025`. */
export function sayMoment(moment: Date, now: Date): string {
  if (moment.toDateString() === now.toDateString()) return TIME.format(moment);
  if (moment.getFullYear() === now.getFullYear()) return `${DAY.format(moment)}, ${TIME.format(moment)}`;
  return YEAR.format(moment);
}

const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const WEEKDAY_YEAR = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});

/** Returns a day in words: `Today`, `Yesterday`, `Thursday 26 November`, with its year where that is another one. */
export function sayDay(moment: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (moment.toDateString() === now.toDateString()) return "Today";
  if (moment.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (moment.getFullYear() === now.getFullYear() ? WEEKDAY : WEEKDAY_YEAR).format(moment);
}

const never = () => () => undefined;

/** Returns a moment as it stands in a sentence: `today at 14:02`, `on 3 Nov at 14:02`, `on 3 Nov 2025`. */
export function tellMoment(moment: Date, now: Date): string {
  if (moment.toDateString() === now.toDateString()) return `today at ${TIME.format(moment)}`;
  if (moment.getFullYear() === now.getFullYear()) return `on ${DAY.format(moment)} at ${TIME.format(moment)}`;
  return `on ${YEAR.format(moment)}`;
}

interface LocalTimeProps {
  iso: string;
  /** Form in which it is said; the short one when absent. */
  say?: (moment: Date, now: Date) => string;
}

/** A moment in the reader's own zone. The server does not know it, so the words come with the scripts. */
export function LocalTime({ iso, say = sayMoment }: LocalTimeProps) {
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <time dateTime={iso} className="numerals">
      {isHere ? say(new Date(iso), new Date()) : ""}
    </time>
  );
}
