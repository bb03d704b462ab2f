"use client";

import { Skeleton } from "../../ui/skeleton.tsx";
import { type Delivery, TICKS, useLastDeliveries } from "./webhook-queries.ts";

/** Classes of the ticks. Their heights repeat the meaning of the colours, so that colour is never the only sign. */
const TICK = {
  ok: "h-2 bg-ok",
  again: "h-3 bg-warn",
  bad: "h-4 bg-error",
  none: "h-1 bg-line-strong",
} as const;

function tickOf({ status, attempt_count }: Delivery): keyof typeof TICK {
  if (status === "delivered") return attempt_count > 1 ? "again" : "ok";
  if (status === "failed") return "bad";
  return status === "pending" && attempt_count > 0 ? "again" : "none";
}

/** Shows the outcomes of a webhook's last deliveries: one tick each, the newest at the end, and the same in words. */
export function HealthTicks({ webhookId }: { webhookId: string }) {
  const { data } = useLastDeliveries(webhookId);
  if (data === undefined) return <Skeleton className="h-4 w-40" />;
  const { deliveries, total } = data;
  if (total === 0) return <span className="text-ink-3">Nothing sent yet</span>;
  const delivered = deliveries.filter(({ status }) => status === "delivered").length;
  const words = `${delivered} of ${total > TICKS ? `the last ${TICKS}` : total} delivered`;
  return (
    <span className="inline-block">
      <span role="img" aria-label={words} className="flex h-4 items-end gap-px">
        {Array.from({ length: TICKS - deliveries.length }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing was sent here, so a tick is its place.
          <span key={at} className="h-0.5 w-0.5 bg-line forced-colors:hidden" />
        ))}
        {deliveries.toReversed().map((delivery) => (
          <span
            key={delivery.delivery_id}
            className={`w-0.5 rounded-round forced-colors:bg-[CanvasText] ${TICK[tickOf(delivery)]}`}
          />
        ))}
      </span>
      <span aria-hidden="true" className="numerals block text-11 text-ink-3">
        {words}
        {total > TICKS && `, ${total.toLocaleString("en-GB")} in all`}
      </span>
    </span>
  );
}
