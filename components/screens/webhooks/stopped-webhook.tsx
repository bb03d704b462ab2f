"use client";

import { useProjectId } from "../../frame/project/project-provider.tsx";
import { DISABLED_WORDS, sayLastAttempt, saysMore } from "../../frame/shell/troubled-webhooks.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { type MissedEvents, ReEnable } from "./re-enable.tsx";
import type { Webhook } from "./webhook-queries.ts";

interface StoppedWebhookProps {
  webhook: Webhook;
  onMissed: (missed: MissedEvents) => void;
  /** Whether it stands on the webhook's own page, which has its name and its deliveries already. */
  isOnItsPage?: boolean;
}

/** A webhook that nothing is sent to any more: since when, why, and the way back. */
export function StoppedWebhook({ webhook, onMissed, isOnItsPage = false }: StoppedWebhookProps) {
  const projectId = useProjectId();
  const { webhook_id, url, disabled_at, disabled_reason, last_error } = webhook;
  return (
    <Notice
      tone={disabled_reason === "manual" ? "info" : "error"}
      title={isOnItsPage ? "Nothing is sent here" : <span className="break-all font-code">{url}</span>}
    >
      <p>
        {disabled_reason === null ? "It is off." : DISABLED_WORDS[disabled_reason]}{" "}
        {disabled_at !== null && (
          <>
            It has been off since <LocalTime iso={disabled_at} />.
          </>
        )}
      </p>
      {saysMore(disabled_reason) && last_error !== null && <p className="mt-1 text-13">{sayLastAttempt(last_error)}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <ReEnable webhook={webhook} onMissed={onMissed} />
        {!isOnItsPage && (
          <PageLink href={`/projects/${projectId}/webhooks/${webhook_id}`} className="link text-13">
            View deliveries
          </PageLink>
        )}
      </div>
    </Notice>
  );
}
