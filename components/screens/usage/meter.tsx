"use client";

import { LocalTime } from "../../ui/local-time.tsx";

interface MeterProps {
  name: string;
  /** Explanation of the counted unit, where the name alone does not give it. */
  note?: string | undefined;
  used: number;
  /** Null where there is none. */
  limit: number | null;
  /** Moment at which the limit is reached if use goes on at its current rate; null when it is far away. */
  reached_at: string | null;
  /** Says an amount; a number unless it is given. */
  say?: (amount: number) => string;
}

const sayNumber = (amount: number) => amount.toLocaleString("en-GB");

/** Used up so far, the colour and the words change. */
const NEARLY = 0.8;

/** Shows a count against its limit, and the time at which the limit will be reached. */
export function Meter({ name, note, used, limit, reached_at, say = sayNumber }: MeterProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : used / limit;
  const tone = share >= 1 ? "bg-error" : share >= NEARLY ? "bg-warn" : "bg-accent";
  return (
    <li className="rounded-card border border-line bg-panel p-3">
      <p className="text-12 text-ink-3">
        {name}
        {note !== undefined && <span> ({note})</span>}
      </p>
      <p className="numerals mt-0.5 text-13">
        <span className="font-semibold text-20">{say(used)}</span>{" "}
        <span className="text-ink-2">{limit === null ? "without a limit" : `of ${say(limit)}`}</span>
      </p>
      {limit !== null && (
        <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-round bg-hover forced-colors:border">
          <div
            className={`h-full ${tone} forced-colors:bg-[Highlight]`}
            style={{ width: `${Math.min(share, 1) * 100}%` }}
          />
        </div>
      )}
      <p className="mt-1.5 text-12 text-ink-2">
        {limit !== null && share >= 1 && <span className="text-error">Limit reached: further use is refused.</span>}
        {limit !== null && share < 1 && reached_at !== null && (
          <>
            At this pace, reached <LocalTime iso={reached_at} />.
          </>
        )}
        {limit !== null && share < 1 && reached_at === null && "Well below the limit."}
      </p>
    </li>
  );
}
