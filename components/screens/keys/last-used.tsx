"use client";

import type { HourlyCalls } from "../../frame/api/usage-queries.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { sayDistance } from "../../ui/time-ago.ts";
import type { ApiKey } from "./key-queries.ts";

interface LastUsedProps {
  at: ApiKey["last_used_at"];
  /** Calls of the last 24 hours, as far as they are known. */
  calls: HourlyCalls | null | undefined;
  now: number;
}

/**
 * Shows the last use of a key: as a distance from now and as a date. The moment is stored about once a minute, while
 * calls are counted at once: a key without a stored moment but with counted calls is shown as just used.
 */
export function LastUsed({ at, calls, now }: LastUsedProps) {
  if (at === null) {
    return calls != null && calls.requests > 0 ? "just now" : <span className="text-ink-3">Never</span>;
  }
  return (
    <>
      {sayDistance(new Date(at), now)}
      <span className="block text-12 text-ink-3">
        <LocalTime iso={at} />
      </span>
    </>
  );
}
