"use client";

import { LocalTime } from "../../ui/local-time.tsx";

interface MeterProps {
  name: string;
  /** What is counted, where the name alone does not say it. */
  note?: string | undefined;
  used: number;
  /** Null where there is none. */
  limit: number | null;
  /** When the limit is reached if things go on as they do; null when that is far. */
  reached_at: string | null;
}

/** Used up so far, the colour and the words change. */
const NEARLY = 0.8;

/** Something counted against its limit, and when the limit will be reached. */
export function Meter({ name, note, used, limit, reached_at }: MeterProps) {
  const share = limit === null ? 0 : limit === 0 ? 1 : used / limit;
  const tone = share >= 1 ? "bg-error" : share >= NEARLY ? "bg-warn" : "bg-accent";
  return (
    <li className="rounded-card border border-line bg-panel p-3">
      <p className="text-12 text-ink-3">
        {name}
        {note !== undefined && <span> ({note})</span>}
      </p>
      <p className="numerals mt-0.5 text-13">
        <span className="font-semibold text-20">{used.toLocaleString("en-GB")}</span>{" "}
        <span className="text-ink-2">{limit === null ? "without a limit" : `of ${limit.toLocaleString("en-GB")}`}</span>
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
        {limit !== null && share >= 1 && <span className="text-error">Used up: more is refused.</span>}
        {limit !== null && share < 1 && reached_at !== null && (
          <>
            At this pace, reached <LocalTime iso={reached_at} />.
          </>
        )}
        {limit !== null && share < 1 && reached_at === null && "Not in sight of the limit."}
      </p>
    </li>
  );
}
