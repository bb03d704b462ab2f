"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { HealthTicks } from "./health-ticks.tsx";
import type { NewWebhookDialogProps } from "./new-webhook-dialog.tsx";
import { useMissedOffer } from "./re-enable.tsx";
import type { SecretOnceProps } from "./secret-once.tsx";
import { StoppedWebhook } from "./stopped-webhook.tsx";
import { useFollowWebhooks } from "./use-follow-webhooks.ts";
import { type NewWebhook, useWebhooks, type Webhook } from "./webhook-queries.ts";
import { sayEvents, standingOf } from "./webhook-words.ts";

const NewWebhookLate = late<NewWebhookDialogProps>(() =>
  import("./new-webhook-dialog.tsx").then((part) => part.NewWebhookDialog),
);
const SecretOnceLate = late<SecretOnceProps>(() => import("./secret-once.tsx").then((part) => part.SecretOnce));

const CELL = "px-2 py-2.5 first:ps-5 last:pe-5";

/** Whom the project tells of what happens in it. */
export function WebhooksScreen() {
  const isAdministrator = useIsAdministrator();
  return (
    <Shell section="developer" title={<h1 className="text-13">Webhooks</h1>}>
      {isAdministrator ? <WebhooksBody /> : <NotForYou />}
    </Shell>
  );
}

/** Said to whom the role does not open the webhooks. */
export function NotForYou() {
  return (
    <AdministratorsOnly what="Webhooks">
      <p>
        A webhook tells a game server, a build or a bot of each change in a project as it happens. Say which address is
        to be told, and of what.
      </p>
    </AdministratorsOnly>
  );
}

function WebhooksBody() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useWebhooks();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const missed = useMissedOffer();
  const administer = useCan()("administer");
  const NewWebhookDialog = useLate(NewWebhookLate, isMaking);
  const SecretOnce = useLate(SecretOnceLate, made !== null);
  useFollowWebhooks();
  const webhooks = data?.pages.flatMap((page) => page.webhooks) ?? [];
  const stopped = webhooks.filter(({ active, disabled_reason }) => !active && disabled_reason !== "manual");
  const add = (
    <Button
      size="sm"
      variant="primary"
      icon={<Plus aria-hidden="true" size={14} />}
      disabledReason={reasonOf(administer)}
      onClick={() => setMaking(true)}
    >
      New webhook
    </Button>
  );
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col overflow-y-auto">
      {webhooks.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <p className="text-13 text-ink-2">What happens in this project is sent to these addresses, signed.</p>
          {add}
        </div>
      )}
      {data === undefined && error === null && <LoadingRows what="the webhooks" rows={4} className="h-12" />}
      {data === undefined && error !== null && (
        <ErrorState what="The webhooks" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && webhooks.length === 0 && (
        <EmptyState action={add} link={{ href: "/docs/reference/webhooks", label: "Webhooks in the API reference" }}>
          Nobody is told of what happens here: a webhook sends each change to an address of yours.
        </EmptyState>
      )}
      {stopped.length > 0 && (
        <section aria-label="Stopped webhooks" className="space-y-2 px-5 pb-4">
          {stopped.map((webhook) => (
            <StoppedWebhook key={webhook.webhook_id} webhook={webhook} onMissed={missed.offer} />
          ))}
        </section>
      )}
      {webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      {hasNextPage && (
        <Button className="m-5 self-start" onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Reading…" : "Show more webhooks"}
        </Button>
      )}
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
    </div>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <table aria-label="Webhooks" className="w-full text-13">
      <thead>
        <tr className="border-line border-b text-12 text-ink-3">
          <th scope="col" className={`${CELL} text-start font-normal`}>
            Address
          </th>
          <th scope="col" className={`${CELL} text-start font-normal max-md:hidden`}>
            Told of
          </th>
          <th scope="col" className={`${CELL} text-start font-normal`}>
            Last deliveries
          </th>
          <th scope="col" className={`${CELL} text-start font-normal max-lg:hidden`}>
            Last delivered
          </th>
          <th scope="col" className={`${CELL} text-start font-normal`}>
            State
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <Row key={webhook.webhook_id} webhook={webhook} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ webhook }: { webhook: Webhook }) {
  const projectId = useProjectId();
  const { webhook_id, url, description, events, last_delivered_at } = webhook;
  const { word, tone } = standingOf(webhook);
  return (
    <tr className="border-line border-b align-top hover:bg-hover">
      <th scope="row" className={`${CELL} text-start font-normal`}>
        <Link
          href={`/projects/${projectId}/webhooks/${webhook_id}`}
          prefetch={false}
          className="break-all font-medium text-ink hover:underline"
        >
          {url}
        </Link>
        {description !== "" && (
          <span dir="auto" className="block text-12 text-ink-3">
            {description}
          </span>
        )}
      </th>
      <td className={`${CELL} break-words font-code text-12 max-md:hidden`}>{sayEvents(events)}</td>
      <td className={CELL}>
        <HealthTicks webhookId={webhook_id} />
      </td>
      <td className={`${CELL} max-lg:hidden`}>
        {last_delivered_at === null ? <span className="text-ink-3">Never</span> : <LocalTime iso={last_delivered_at} />}
      </td>
      <td className={CELL}>
        <Badge tone={tone}>{word}</Badge>
      </td>
    </tr>
  );
}
