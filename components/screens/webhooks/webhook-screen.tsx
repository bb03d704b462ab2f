"use client";

import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useIsManager } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import { useMissedOffer } from "./re-enable.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { StoppedWebhook } from "./stopped-webhook.tsx";
import { TestTab } from "./test-tab.tsx";
import { useFollowWebhooks } from "./use-follow-webhooks.ts";
import { useWebhook, type Webhook } from "./webhook-queries.ts";
import { standingOf } from "./webhook-words.ts";
import { NotForYou } from "./webhooks-screen.tsx";

const TABS = ["deliveries", "settings", "test"] as const;

/**
 * View of a webhook's page, as it is written in the address; the list of deliveries keeps its own part of the address.
 */
interface WebhookView {
  readonly tab: (typeof TABS)[number];
  /** A delivery to open among all of them. */
  readonly delivery: string | null;
}

const FORM: AddressForm<WebhookView> = {
  viewOf: (query) => ({
    tab: TABS.find((tab) => tab === query.get("tab")) ?? "deliveries",
    delivery: query.get("delivery"),
  }),
  addressOf: ({ tab, delivery }, query) => {
    const before = new URLSearchParams(query);
    // What narrows the list stays until another delivery is asked for.
    const next = new URLSearchParams(delivery === before.get("delivery") ? before : {});
    if (tab === "deliveries") next.delete("tab");
    else next.set("tab", tab);
    if (delivery !== null) next.set("delivery", delivery);
    return next.size === 0 ? "" : `?${next}`;
  },
  isStep: () => true,
};

/** Reads the open tab of a webhook's page from the address, and writes it there. */
const useWebhookView = () => useAddressView(FORM);

/** Screen of one webhook: its deliveries, its settings, and the checks of its receiver. */
export function WebhookScreen({ webhookId }: { webhookId: string }) {
  const isManager = useIsManager();
  return (
    <Shell title={<h1 className="text-13">Webhook</h1>}>
      {isManager ? <WebhookBody webhookId={webhookId} /> : <NotForYou />}
    </Shell>
  );
}

function WebhookBody({ webhookId }: { webhookId: string }) {
  const projectId = useProjectId();
  const { data, error, refetch } = useWebhook(webhookId);
  useFollowWebhooks();
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        what="The details of the webhook"
        error={error}
        onRetry={() => void refetch()}
        back={{ href: `/projects/${projectId}/webhooks`, label: "Go to the webhooks" }}
      />
    );
  }
  if (data === undefined) {
    return (
      <div className="space-y-3 px-5 py-5">
        <Loading what="the webhook" />
        <Skeleton className="h-8" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  return <Whole webhook={data} />;
}

function Whole({ webhook }: { webhook: Webhook }) {
  const { view, show } = useWebhookView();
  const missed = useMissedOffer();
  const { word, tone } = standingOf(webhook);
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
        <h2 className="min-w-0 break-all font-code font-semibold text-14">{webhook.url}</h2>
        <Badge tone={tone}>{word}</Badge>
        {webhook.description !== "" && (
          <p dir="auto" className="w-full text-13 text-ink-2">
            {webhook.description}
          </p>
        )}
      </header>
      {!webhook.active && (
        <div className="px-5 pb-3">
          <StoppedWebhook isOnItsPage webhook={webhook} onMissed={missed.offer} />
        </div>
      )}
      {missed.dialog}
      <Tabs
        label="Parts of the webhook"
        className="grow"
        active={view.tab}
        onActivate={(tab) => show({ tab })}
        tabs={[
          { id: "deliveries", label: "Deliveries" },
          { id: "settings", label: "Settings" },
          { id: "test", label: "Test" },
        ]}
      >
        {view.tab === "deliveries" && <DeliveriesTab webhook={webhook} onTest={() => show({ tab: "test" })} />}
        {view.tab === "settings" && <SettingsTab webhook={webhook} />}
        {view.tab === "test" && (
          <TestTab webhook={webhook} onSent={(open) => show({ tab: "deliveries", delivery: open })} />
        )}
      </Tabs>
    </div>
  );
}
