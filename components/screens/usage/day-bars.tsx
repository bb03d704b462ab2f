"use client";

import { type KeyboardEvent, useState } from "react";
import { counted } from "#domain/counted.ts";
import { sayDay } from "./say-day.ts";

/** Colours of the groups, most requests first; what is beyond them is one more. */
const FILLS = ["fill-person-6", "fill-person-2", "fill-person-4", "fill-person-8", "fill-person-5"] as const;
const REST = "fill-ink-3";
const SWATCHES = ["bg-person-6", "bg-person-2", "bg-person-4", "bg-person-8", "bg-person-5"] as const;

/** A group with its requests of each day. */
export interface DayGroup {
  readonly id: string;
  readonly name: string;
  readonly perDay: readonly number[];
}

interface DayBarsProps {
  days: readonly { readonly date: string; readonly requests: number }[];
  /** The groups with the most requests, most first. */
  groups: readonly DayGroup[];
  /** The day that is open below. */
  open: string | null;
  onOpen: (day: string | null) => void;
}

/** A bar for each day, in the colours of what it is made of. A bar opens its requests; arrows go from bar to bar. */
export function DayBars({ days, groups, open, onOpen }: DayBarsProps) {
  // Where the arrows begin: at what happened last.
  const [active, setActive] = useState(() =>
    Math.max(
      days.findLastIndex(({ requests }) => requests > 0),
      0,
    ),
  );
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const shown = groups.slice(0, FILLS.length);
  const stop = Math.min(active, days.length - 1);

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const goals: Record<string, number> = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: days.length - 1 };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(goal, 0), days.length - 1);
    setActive(next);
    event.currentTarget.querySelectorAll<HTMLElement>("button")[next]?.focus();
  }

  return (
    <figure className="min-w-0">
      <p aria-hidden="true" className="numerals text-11 text-ink-3">
        {most.toLocaleString("en-GB")}
      </p>
      <ol aria-label="Requests by day" className="flex overflow-x-auto border-line border-b" onKeyDown={onKeyDown}>
        {days.map(({ date, requests }, at) => (
          <li key={date} className="min-w-5 grow">
            <button
              type="button"
              aria-label={`${sayDay(date)}: ${counted(requests, "request")}`}
              aria-pressed={open === date}
              data-tip={`${sayDay(date)}: ${counted(requests, "request")}`}
              tabIndex={at === stop ? 0 : -1}
              onFocus={() => setActive(at)}
              onClick={() => onOpen(open === date ? null : date)}
              className="block w-full cursor-pointer px-0.5 pt-1 -outline-offset-2 hover:bg-hover aria-pressed:bg-accent-soft"
            >
              <Bar total={requests} most={most} parts={shown.map(({ perDay }) => perDay[at] ?? 0)} />
              <span
                className={`numerals block py-0.5 text-center text-11 ${open === date ? "font-semibold text-ink" : "text-ink-3"}`}
              >
                {Number(date.slice(-2))}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
        {shown.map(({ id, name }, at) => (
          <span key={id} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 ${SWATCHES[at]} forced-colors:border`} />
            <span dir="auto">{name}</span>
          </span>
        ))}
        {groups.length > shown.length && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 bg-ink-3 forced-colors:border" />
            Others
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const HEIGHT = 100;

/** One day: its parts from the bottom up, and above them what belongs to none. */
function Bar({ total, most, parts }: { total: number; most: number; parts: readonly number[] }) {
  const named = parts.reduce((sum, part) => sum + part, 0);
  let top = HEIGHT;
  return (
    <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="block h-28 w-full">
      {[...parts, ...(total > named ? [total - named] : [])].map((part, at) => {
        const height = (part / most) * HEIGHT;
        top -= height;
        const fill = at < parts.length ? FILLS[at] : REST;
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place.
        return <rect key={at} x={0} y={top} width={10} height={height} className={fill} />;
      })}
    </svg>
  );
}
