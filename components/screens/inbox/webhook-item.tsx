"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { DISABLED_WORDS, sayLastAttempt, saysMore } from "../../frame/shell/troubled-webhooks.tsx";
import { Button } from "../../ui/button.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { type ServerItem, useReadInboxAgain } from "./inbox-queries.ts";

/** A webhook that was stopped, or soon will be: why, and the way back. */
export function WebhookItem({ item }: { item: ServerItem }) {
  const { project_id, id: webhook_id } = item;
  const { webhooks } = useApi();
  const webhook = useQuery(webhooks.get.queryOptions({ project_id, webhook_id }));
  const manage = useCan()("manage", project_id);
  const readAgain = useReadInboxAgain();
  const [missed, setMissed] = useState<number | null>(null);
  const switchOn = useChange(
    webhooks.update.mutationOptions({
      onSuccess: (answer) => setMissed(answer.missed === null ? 0 : answer.missed.to_seq - answer.missed.from_seq + 1),
      onSettled: readAgain,
    }),
  );
  const page = `/projects/${project_id}/webhooks/${webhook_id}`;
  if (webhook.data === undefined && webhook.error !== null) {
    return <ErrorState what="The webhook" error={webhook.error} onRetry={() => void webhook.refetch()} />;
  }
  if (webhook.data === undefined) return <Loading what="the webhook" />;
  const { active, disabled_reason, last_error } = webhook.data;
  return (
    <>
      <h2 className="break-all font-code text-16">{webhook.data.url}</h2>
      {missed !== null && active ? (
        <p role="status" className="mt-3 font-reading text-16">
          It is on again. {missed === 0 ? "It has missed nothing." : "Some events were missed meanwhile."}
        </p>
      ) : (
        <p className="mt-3">
          {active
            ? "All attempts have failed for some time. It will be stopped unless one succeeds."
            : disabled_reason === null
              ? "It is off."
              : DISABLED_WORDS[disabled_reason]}{" "}
          <span className="text-ink-3">
            Since <LocalTime iso={item.since} />.
          </span>
        </p>
      )}
      {saysMore(disabled_reason) && last_error !== null && (
        <p className="mt-2 text-13 text-ink-2">{sayLastAttempt(last_error)}</p>
      )}
      {switchOn.error !== null && (
        <div className="mt-4">
          <Notice tone="error" title="It was not switched on" announce>
            <p>{failureWords(switchOn.error)}</p>
          </Notice>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        {!active && (
          <Button
            variant="primary"
            disabled={switchOn.isPending}
            disabledReason={reasonOf(manage)}
            onClick={() => switchOn.mutate({ project_id, webhook_id, active: true })}
          >
            {switchOn.isPending ? "Switching on…" : "Re-enable"}
          </Button>
        )}
        <PageLink href={page} className="link text-13">
          View deliveries
        </PageLink>
      </div>
    </>
  );
}
