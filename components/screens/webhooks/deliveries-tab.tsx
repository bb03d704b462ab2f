"use client";

import { useState } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { isChosen } from "./chosen-events.ts";
import { DeliveryPanel } from "./delivery-panel.tsx";
import type { RecoverDialogProps } from "./recover-dialog.tsx";
import {
  type Delivery,
  type DeliveryFilter,
  useDeliveries,
  useWebhookEvents,
  type Webhook,
} from "./webhook-queries.ts";
import type { WebhookView } from "./webhook-view.ts";
import { deliveryStanding } from "./webhook-words.ts";

const RecoverLate = late<RecoverDialogProps>(() => import("./recover-dialog.tsx").then((part) => part.RecoverDialog));

const HOUR_MS = 3_600_000;
const SPAN_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
const CELL = "px-2 py-2 first:ps-5 last:pe-5";

interface DeliveriesTabProps {
  webhook: Webhook;
  view: WebhookView;
  show: (change: Partial<WebhookView>) => void;
}

/** The filter a view stands for. A span begins at a full minute, so that asking again is the same question. */
function filterOf({ status, kind, span, id }: WebhookView): DeliveryFilter {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  return {
    ...(status !== null && { status }),
    ...(kind !== "" && { kind }),
    ...(/^msg_[0-9a-z]{26}$/.test(id.trim()) && { delivery_id: id.trim() }),
    ...(span !== null && { created_after: new Date(minute - SPAN_MS[span]).toISOString() }),
  };
}

/** What was, is being and will be sent, and beside it all of the delivery that is open. */
export function DeliveriesTab({ webhook, view, show }: DeliveriesTabProps) {
  const { webhook_id, events } = webhook;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeliveries(
    webhook_id,
    filterOf(view),
  );
  const kinds = (useWebhookEvents() ?? []).map(({ type }) => type).filter((type) => isChosen(events, type));
  const [isRecovering, setRecovering] = useState(false);
  const Recover = useLate(RecoverLate, isRecovering);
  const administer = useCan()("administer");
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const isFiltered = view.status !== null || view.kind !== "" || view.span !== null || view.id !== "";
  return (
    <div className="flex min-h-full">
      <div className={`min-w-0 grow ${view.open === null ? "" : "max-lg:hidden"}`}>
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 px-5 py-3">
          <Select
            label="State"
            className="w-36"
            value={view.status ?? ""}
            options={[
              { value: "", label: "All" },
              { value: "delivered", label: "Delivered" },
              { value: "pending", label: "On the way" },
              { value: "failed", label: "Given up" },
              { value: "cancelled", label: "Cancelled" },
            ]}
            onChange={({ target }) => show({ status: (target.value || null) as WebhookView["status"] })}
          />
          <Select
            label="Kind"
            className="w-52"
            value={view.kind}
            options={[
              { value: "", label: "All" },
              ...[...new Set([...kinds, ...(view.kind === "" ? [] : [view.kind])])].map((kind) => ({
                value: kind,
                label: kind,
              })),
            ]}
            onChange={({ target }) => show({ kind: target.value })}
          />
          <Select
            label="Made"
            className="w-36"
            value={view.span ?? ""}
            options={[
              { value: "", label: "At any time" },
              { value: "hour", label: "In the last hour" },
              { value: "day", label: "In the last day" },
              { value: "week", label: "In the last week" },
            ]}
            onChange={({ target }) => show({ span: (target.value || null) as WebhookView["span"] })}
          />
          <label className="text-12 text-ink-2">
            <span className="mb-1 block font-medium">webhook-id</span>
            <input
              type="search"
              value={view.id}
              placeholder="msg_…"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => show({ id: target.value })}
              className="min-h-8 w-64 max-w-full rounded-control border border-line-strong bg-panel px-2 py-1 font-code text-12 text-ink placeholder:text-ink-3 hover:border-ink-3"
            />
          </label>
          <Button
            size="sm"
            className="ms-auto"
            disabledReason={reasonOf(administer) ?? (webhook.active ? null : "Re-enable the webhook first.")}
            onClick={() => setRecovering(true)}
          >
            Recover…
          </Button>
        </div>
        {data === undefined && error === null && <LoadingRows what="the deliveries" rows={5} className="h-11" />}
        {data === undefined && error !== null && (
          <ErrorState what="The deliveries" error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined && deliveries.length === 0 && isFiltered && (
          <EmptyState
            action={
              <Button onClick={() => show({ status: null, kind: "", span: null, id: "" })}>Show all deliveries</Button>
            }
          >
            No delivery is like that.
          </EmptyState>
        )}
        {data !== undefined && deliveries.length === 0 && !isFiltered && (
          <EmptyState action={<Button onClick={() => show({ tab: "test" })}>Send a test</Button>}>
            Nothing was sent yet: the next change in this project is.
          </EmptyState>
        )}
        {deliveries.length > 0 && (
          <DeliveryTable deliveries={deliveries} open={view.open} onOpen={(open) => show({ open })} />
        )}
        {hasNextPage && (
          <Button className="m-5" onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? "Reading…" : "Show more deliveries"}
          </Button>
        )}
      </div>
      {view.open !== null && (
        <DeliveryPanel
          key={view.open}
          webhook={webhook}
          deliveryId={view.open}
          onClose={() => {
            const opened = view.open;
            show({ open: null });
            requestAnimationFrame(() =>
              document.querySelector<HTMLElement>(`[data-delivery="${opened}"] button`)?.focus(),
            );
          }}
        />
      )}
      {Recover !== null && <Recover webhookId={webhook_id} sinceSeq={null} onClose={() => setRecovering(false)} />}
    </div>
  );
}

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  open: string | null;
  onOpen: (id: string) => void;
}

function DeliveryTable({ deliveries, open, onOpen }: DeliveryTableProps) {
  return (
    <table aria-label="Deliveries" className="w-full text-13">
      <thead>
        <tr className="border-line border-b text-12 text-ink-3">
          <th scope="col" className={`${CELL} text-start font-normal`}>
            What
          </th>
          <th scope="col" className={`${CELL} text-start font-normal max-sm:hidden`}>
            Made
          </th>
          <th scope="col" className={`${CELL} text-end font-normal max-md:hidden`}>
            Attempts
          </th>
          <th scope="col" className={`${CELL} text-start font-normal`}>
            What came of it
          </th>
          <th scope="col" className={`${CELL} text-start font-normal`}>
            State
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row
            key={delivery.delivery_id}
            delivery={delivery}
            isOpen={delivery.delivery_id === open}
            onOpen={() => onOpen(delivery.delivery_id)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({ delivery, isOpen, onOpen }: { delivery: Delivery; isOpen: boolean; onOpen: () => void }) {
  const { delivery_id, kind, seq, origin, created_at, attempt_count, last_status, last_error, status } = delivery;
  const { word, tone } = deliveryStanding(delivery);
  return (
    <tr
      data-delivery={delivery_id}
      data-open={isOpen || undefined}
      className="border-line border-b align-top hover:bg-hover data-open:bg-accent-soft"
    >
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <button
          type="button"
          onClick={onOpen}
          aria-expanded={isOpen}
          className="cursor-pointer break-all text-start font-code text-12 text-ink hover:underline"
        >
          {kind}
        </button>
        <span className="numerals block text-12 text-ink-3">{origin === "test" ? "test" : `seq ${seq}`}</span>
      </th>
      <td className={`${CELL} whitespace-nowrap max-sm:hidden`}>
        <LocalTime iso={created_at} />
      </td>
      <td className={`${CELL} numerals text-end max-md:hidden`}>{attempt_count}</td>
      <td className={`${CELL} break-words text-ink-2`}>
        {last_error ?? (last_status === null ? "" : `Answered ${last_status}.`)}
        {status === "pending" && attempt_count > 0 && delivery.next_attempt_at !== null && (
          <span className="block text-12 text-ink-3">
            again in <Countdown until={delivery.next_attempt_at} />
          </span>
        )}
      </td>
      <td className={CELL}>
        <Badge tone={tone}>{word}</Badge>
      </td>
    </tr>
  );
}
