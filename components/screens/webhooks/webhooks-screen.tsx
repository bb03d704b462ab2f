"use client";

import { useState } from "react";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan, useIsManager } from "../../frame/session/can.ts";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { HealthTicks } from "./health-ticks.tsx";
import { useMissedOffer } from "./re-enable.tsx";
import { StoppedWebhook } from "./stopped-webhook.tsx";
import { useFollowWebhooks } from "./use-follow-webhooks.ts";
import { type NewWebhook, useWebhooks, type Webhook } from "./webhook-queries.ts";
import { sayEvents, standingOf } from "./webhook-words.ts";

const NewWebhookLate = late(() => import("./new-webhook-dialog.tsx").then((part) => part.NewWebhookDialog));
const SecretOnceLate = late(() => import("./secret-once.tsx").then((part) => part.SecretOnce));

/** Lists the webhooks that receive the project's events. */
export function WebhooksScreen() {
  const isManager = useIsManager();
  return <Shell title={<h1 className="text-13">Webhooks</h1>}>{isManager ? <WebhooksBody /> : <NotForYou />}</Shell>;
}

/** Said to whom the role does not open the webhooks. */
export function NotForYou() {
  return (
    <AdministratorsOnly what="Webhooks" isOfProject>
      <p>
        A webhook sends the changes of a project to a game server, a build or a bot as they happen. Choose the address
        and the events.
      </p>
    </AdministratorsOnly>
  );
}

const WEBHOOKS: ListDefinition<Webhook> = {
  name: "Webhooks",
  one: "webhook",
  many: "webhooks",
  id: ({ webhook_id }) => webhook_id,
  order: { key: "made", descending: true },
  search: { label: "Find a webhook", texts: ({ url, description, events }) => [url, description, ...events] },
  title: {
    key: "address",
    label: "Address",
    text: ({ url }) => url,
    below: ({ description }) => <span dir="auto">{description}</span>,
    sort: "ascending",
    width: 14,
    className: "break-all font-code",
  },
  columns: [
    {
      key: "events",
      label: "Events",
      cell: ({ events }) => <span className="font-code text-12">{sayEvents(events)}</span>,
      width: 9,
      grows: 1,
      yields: 2,
    },
    {
      key: "ticks",
      label: "Last deliveries",
      cell: ({ webhook_id }) => <HealthTicks webhookId={webhook_id} />,
      // Sixty ticks of three pixels, and room to the next column.
      width: 12.5,
    },
    {
      key: "delivered",
      label: "Last delivered",
      sort: "descending",
      value: ({ last_delivered_at }) => (last_delivered_at === null ? 0 : Date.parse(last_delivered_at)),
      cell: ({ last_delivered_at }) =>
        last_delivered_at === null ? <span className="text-ink-3">Never</span> : <LocalTime iso={last_delivered_at} />,
      width: 8,
      yields: 1,
    },
    {
      key: "made",
      label: "Created",
      sort: "descending",
      value: ({ created_at }) => Date.parse(created_at),
      cell: ({ created_at }) => <LocalTime iso={created_at} />,
      width: 8,
      yields: 3,
      isExtra: true,
    },
    {
      key: "state",
      label: "State",
      sort: "ascending",
      value: (webhook) => standingOf(webhook).word,
      cell: (webhook) => <Badge tone={standingOf(webhook).tone}>{standingOf(webhook).word}</Badge>,
      width: 7,
    },
  ],
};

function WebhooksBody() {
  const projectId = useProjectId();
  const source = useWebhooks();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const missed = useMissedOffer();
  const manage = useCan()("manage");
  const NewWebhookDialog = useLate(NewWebhookLate, isMaking);
  const SecretOnce = useLate(SecretOnceLate, made !== null);
  useFollowWebhooks();
  const webhooks = source.rows ?? [];
  const stopped = webhooks.filter(({ active, disabled_reason }) => !active && disabled_reason !== "manual");
  const add = (
    <NewButton disabledReason={reasonOf(manage)} onClick={() => setMaking(true)}>
      New webhook
    </NewButton>
  );
  return (
    <>
      <ListScreen
        list={WEBHOOKS}
        source={source}
        {...useListView(WEBHOOKS)}
        hrefOf={({ webhook_id }) => `/projects/${projectId}/webhooks/${webhook_id}`}
        actions={webhooks.length > 0 && add}
        empty={
          <EmptyState action={add} link={{ href: "/docs/reference/webhooks", label: "Webhooks in the API reference" }}>
            No webhooks yet. A webhook sends each change to an address of yours.
          </EmptyState>
        }
      >
        {webhooks.length > 0 && (
          <p className="px-4 pb-3 text-13 text-ink-2">Changes of this project are sent to these addresses, signed.</p>
        )}
        {stopped.length > 0 && (
          <section aria-label="Stopped webhooks" className="max-h-1/2 shrink-0 space-y-2 overflow-y-auto px-4 pb-4">
            {stopped.map((webhook) => (
              <StoppedWebhook key={webhook.webhook_id} webhook={webhook} onMissed={missed.offer} />
            ))}
          </section>
        )}
      </ListScreen>
      {missed.dialog}
      {NewWebhookDialog !== null && (
        <NewWebhookDialog
          onClose={() => setMaking(false)}
          onMade={(webhook) => {
            setMaking(false);
            setMade(webhook);
          }}
        />
      )}
      {SecretOnce !== null && made !== null && (
        <SecretOnce secret={made.secret} previousUntil={null} onClose={() => setMade(null)} />
      )}
    </>
  );
}
