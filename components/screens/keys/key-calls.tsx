"use client";

import { useState } from "react";
import type { Outputs } from "../../frame/api/client.ts";
import { sayClass, useHourlyCalls, useKeyUsage } from "../../frame/api/usage-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Outcomes } from "../../ui/outcomes.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { SparkBars } from "../../ui/spark-bars.tsx";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the text "1,204 calls in the last 24 hours", for people who do not see the bars. */
export const sayCalls = (requests: number): string =>
  `${requests.toLocaleString("en-GB")} ${requests === 1 ? "call" : "calls"} in the last 24 hours`;

/** "Reading 1,204, of which 3 were refused": what was called for, and how often in vain. */
function sayGroup({ group, requests, refused }: Outputs["usage"]["get"]["groups"][number]): string {
  const said = `${sayClass(group ?? "")} ${requests.toLocaleString("en-GB")}`;
  return refused === 0 ? said : `${said}, of which ${refused.toLocaleString("en-GB")} refused`;
}

/** Shows the use of a key: its last day by the hour, and its last month by the outcomes of its calls. */
export function KeyCalls({ id }: { id: string }) {
  // A day later the page asks for other days: the first of them stays while it is open.
  const [from] = useState(() => new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10));
  const hours = useHourlyCalls();
  const { data, error, refetch } = useKeyUsage(id, from);
  const day = hours?.get(`key:${id}`);
  return (
    <section aria-labelledby={`calls-${id}`} className="border-line border-t pt-4">
      <h3 id={`calls-${id}`} className="mb-2 font-semibold text-13">
        Calls of the last {DAYS} days
      </h3>
      {data === undefined && error === null && (
        <>
          <Loading what="the calls" />
          <Skeleton className="h-24" />
        </>
      )}
      {data === undefined && error !== null && (
        <p className="flex flex-wrap items-center gap-2 text-12 text-error">
          The calls could not be loaded.
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data !== undefined && data.total.requests === 0 && <p className="text-12 text-ink-3">None.</p>}
      {data !== undefined && data.total.requests > 0 && (
        <div className="space-y-3">
          {day !== undefined && (
            <p className="flex items-center gap-3 text-12 text-ink-2">
              <SparkBars values={day.per_hour} label={sayCalls(day.requests)} />
              <span>{sayCalls(day.requests)}</span>
            </p>
          )}
          <Outcomes counts={data.total} label="Calls by how they ended" />
          <p className="text-12 text-ink-3">{data.groups.map(sayGroup).join(" · ")}</p>
        </div>
      )}
    </section>
  );
}
