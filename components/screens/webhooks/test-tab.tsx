"use client";

import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CheckReport } from "./check-report.tsx";
import { isChosen } from "./chosen-events.ts";
import { EventSample } from "./event-picker.tsx";
import { useLastCheck, useReadWebhooksAgain, useWebhookEvents, type Webhook } from "./webhook-queries.ts";

interface TestTabProps {
  webhook: Webhook;
  /** Shows the delivery that was made for a test. */
  onSent: (deliveryId: string) => void;
}

/** Tries a receiver out: with an example, and with the messages that tell a good one from others. */
export function TestTab({ webhook, onSent }: TestTabProps) {
  return (
    <div className="grid gap-x-10 gap-y-8 px-5 py-4 lg:grid-cols-2">
      <SendTest webhook={webhook} onSent={onSent} />
      <Check webhook={webhook} />
    </div>
  );
}

function SendTest({ webhook, onSent }: TestTabProps) {
  const project_id = useProjectId();
  const { webhook_id, events } = webhook;
  const all = useWebhookEvents();
  const manage = useCan()("manage");
  const readAgain = useReadWebhooksAgain();
  const [chosen, setChosen] = useState<string | null>(null);
  const test = useChange(
    useApi().webhooks.test.mutationOptions({
      onSuccess: async ({ delivery_id }) => {
        await readAgain();
        onSent(delivery_id);
      },
    }),
  );
  const offered = (all ?? []).filter(({ subject_type }) => subject_type !== null);
  const event = offered.find(({ type }) => type === chosen) ?? offered.find(({ type }) => isChosen(events, type));
  return (
    <section aria-labelledby="send-test" className="min-w-0">
      <h3 id="send-test" className="mb-1 font-semibold text-14">
        Send an example
      </h3>
      <p className="mb-3 text-13 text-ink-2">
        Signed like any message, with <span className="font-code text-12">"test": true</span> in it. It is sent once and
        not counted.
      </p>
      {event === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-end gap-3">
            <Select
              label="Kind"
              className="w-64 [&_select]:font-code"
              value={event.type}
              options={offered.map(({ type }) => ({ value: type, label: type }))}
              onChange={({ target }) => setChosen(target.value)}
            />
            <Button
              size="sm"
              variant="primary"
              disabled={test.isPending}
              disabledReason={reasonOf(manage)}
              onClick={() => test.mutate({ project_id, webhook_id, kind: event.type })}
            >
              {test.isPending ? "Sending…" : "Send test"}
            </Button>
          </div>
          {test.problem !== null && (
            <Notice tone="error" announce>
              {test.problem}
            </Notice>
          )}
          <div className="max-lg:max-h-96 max-lg:overflow-y-auto">
            <EventSample event={event} />
          </div>
        </>
      )}
    </section>
  );
}

function Check({ webhook }: { webhook: Webhook }) {
  const project_id = useProjectId();
  const { webhook_id } = webhook;
  const manage = useCan()("manage");
  const { data, refetch } = useLastCheck(webhook_id);
  const check = useChange(useApi().webhooks.check.mutationOptions({ onSettled: () => refetch() }));
  const report = data?.check ?? null;
  return (
    <section aria-labelledby="check-receiver" className="min-w-0">
      <h3 id="check-receiver" className="mb-1 font-semibold text-14">
        Check the receiver
      </h3>
      <p className="mb-3 text-13 text-ink-2">
        Sends nine messages: some must be accepted, some refused. They are marked{" "}
        <span className="font-code text-12">fabula.check</span>, are not counted as deliveries, and take up to half a
        minute.
      </p>
      <Button
        size="sm"
        variant="primary"
        disabled={check.isPending}
        disabledReason={reasonOf(manage)}
        onClick={() => check.mutate({ project_id, webhook_id })}
      >
        {check.isPending ? "Checking…" : report === null ? "Check now" : "Check again"}
      </Button>
      <div aria-live="polite" className="mt-4">
        {check.problem !== null && <Notice tone="error">{check.problem}</Notice>}
        {!check.isPending && report !== null && <CheckReport report={report} />}
      </div>
    </section>
  );
}
