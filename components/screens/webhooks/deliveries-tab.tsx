"use client";

import { useMemo, useState } from "react";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import type { ListView } from "../../ui/list/list-view.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { isChosen } from "./chosen-events.ts";
import { DeliveryPanel } from "./delivery-panel.tsx";
import {
  type Delivery,
  type DeliveryFilter,
  useDeliveries,
  useWebhookEvents,
  type Webhook,
} from "./webhook-queries.ts";
import { deliveryStanding } from "./webhook-words.ts";

const RecoverLate = late(() => import("./recover-dialog.tsx").then((part) => part.RecoverDialog));

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: "hour", label: "In the last hour", ms: HOUR_MS },
  { value: "day", label: "In the last day", ms: 24 * HOUR_MS },
  { value: "week", label: "In the last week", ms: 7 * 24 * HOUR_MS },
] as const;

const DELIVERIES: ListDefinition<Delivery> = {
  name: "Deliveries",
  one: "delivery",
  many: "deliveries",
  id: ({ delivery_id }) => delivery_id,
  order: null,
  opens: "delivery",
  search: { label: "webhook-id, such as msg_…" },
  filters: [
    {
      key: "status",
      label: "State",
      all: "Any state",
      options: [
        { value: "delivered", label: "Delivered" },
        { value: "pending", label: "Pending" },
        { value: "failed", label: "Failed" },
        { value: "cancelled", label: "Cancelled" },
      ],
    },
    { key: "since", label: "Created", all: "Created at any time", options: SPANS },
  ],
  title: {
    key: "kind",
    label: "What",
    text: ({ kind }) => kind,
    below: ({ origin, seq }) => <span className="numerals">{origin === "test" ? "test" : `seq ${seq}`}</span>,
    width: 12,
    grows: 1,
    className: "break-all font-code text-12",
  },
  columns: [
    { key: "made", label: "Created", cell: ({ created_at }) => <LocalTime iso={created_at} />, width: 8, yields: 2 },
    {
      key: "attempts",
      label: "Attempts",
      cell: ({ attempt_count }) => attempt_count,
      width: 5,
      align: "end",
      yields: 3,
    },
    { key: "result", label: "Result", cell: sayResult, width: 12, grows: 2, yields: 1 },
    {
      key: "state",
      label: "State",
      cell: (delivery) => <Badge tone={deliveryStanding(delivery).tone}>{deliveryStanding(delivery).word}</Badge>,
      width: 7,
    },
  ],
};

function sayResult({ status, attempt_count, last_status, last_error, next_attempt_at }: Delivery) {
  return (
    <>
      {last_error ?? (last_status === null ? "" : `Answered ${last_status}.`)}
      {status === "pending" && attempt_count > 0 && next_attempt_at !== null && (
        <span className="block text-12 text-ink-3">
          again in <Countdown until={next_attempt_at} />
        </span>
      )}
    </>
  );
}

/** Returns the filter of a view. A span begins at a full minute, so that repeated reads send the same query. */
function filterOf({ search, filters }: ListView): DeliveryFilter {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const span = SPANS.find(({ value }) => value === filters.since);
  const { status, kind } = filters as Pick<DeliveryFilter, "status" | "kind">;
  return {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(/^msg_[0-9a-z]{26}$/.test(search.trim()) && { delivery_id: search.trim() }),
    ...(span !== undefined && { created_after: new Date(minute - span.ms).toISOString() }),
  };
}

/** Lists the past, current and future deliveries of a webhook, with the details of the open one beside them. */
export function DeliveriesTab({ webhook, onTest }: { webhook: Webhook; onTest: () => void }) {
  const { webhook_id, events, active } = webhook;
  const known = useWebhookEvents();
  const list = useMemo(() => {
    const kinds = (known ?? []).filter(({ type }) => isChosen(events, type));
    const options = kinds.map(({ type }) => ({ value: type, label: type }));
    const filters = [...(DELIVERIES.filters ?? []), { key: "kind", label: "Kind", all: "Every kind", options }];
    return { ...DELIVERIES, filters };
  }, [known, events]);
  const listView = useListView(list);
  const source = useDeliveries(webhook_id, filterOf(listView.view));
  const [isRecovering, setRecovering] = useState(false);
  const Recover = useLate(RecoverLate, isRecovering);
  const manage = useCan()("manage");
  return (
    <>
      <ListScreen
        list={list}
        source={source}
        {...listView}
        panel={(open, _, close) => <DeliveryPanel key={open} webhook={webhook} deliveryId={open} onClose={close} />}
        actions={
          <Button
            size="sm"
            disabledReason={reasonOf(manage) ?? (active ? null : "Re-enable the webhook first.")}
            onClick={() => setRecovering(true)}
          >
            Recover…
          </Button>
        }
        empty={
          <EmptyState action={<Button onClick={onTest}>Send a test</Button>}>
            Nothing was sent yet. The next change of this project will be.
          </EmptyState>
        }
        noMatch="No deliveries match."
      />
      {Recover !== null && <Recover webhookId={webhook_id} sinceSeq={null} onClose={() => setRecovering(false)} />}
    </>
  );
}
