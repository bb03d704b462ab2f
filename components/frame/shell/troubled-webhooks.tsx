"use client";

import { useQuery } from "@tanstack/react-query";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { useApi } from "../api/api-provider.tsx";
import type { Outputs } from "../api/client.ts";
import { useIsAdministrator } from "../session/session-provider.tsx";

type WebhookTrouble = Outputs["webhooks"]["troubles"]["troubles"][number];
type DisabledReason = WebhookTrouble["disabled_reason"];

/** Reasons why a webhook is off, each as a sentence. */
export const DISABLED_WORDS: Readonly<Record<NonNullable<DisabledReason>, string>> = {
  manual: "Someone switched it off.",
  failing: "Fabula stopped sending: every attempt failed for five days.",
  gone: "Fabula stopped sending: the receiver answered 410 (Gone).",
  receiver_request: "Fabula stopped sending: the receiver asked for it.",
  secret_missing: "Its secret was not in the backup. Rotate the secret, then switch it on.",
};

/** Whether the last attempt adds to why a webhook is off: where the receiver asked for it, it is the reason itself. */
export const saysMore = (reason: DisabledReason): boolean => reason === null || reason === "failing";

/** Returns the result of the last attempt, as it reads within a sentence. */
export const sayLastAttempt = (error: string): string =>
  `The last attempt: ${error.replace(/^(The|Nothing|No) /, (word) => word.toLowerCase())}`;

/** Number of webhooks that are described in full. */
const SHOWN = 3;

/** Notice about webhooks of any project that were switched off, or soon will be; only administrators see it. */
export function useWebhookTroubles() {
  const isAdministrator = useIsAdministrator();
  return useQuery(useApi().webhooks.troubles.queryOptions({}, { enabled: isAdministrator }));
}

/** The webhooks in trouble, and the way to each; nothing where there are none. */
export function TroubledWebhooks() {
  const troubles = useWebhookTroubles().data?.troubles ?? [];
  if (troubles.length === 0) return null;
  const more = troubles.length - SHOWN;
  return (
    <section aria-label="Webhooks in trouble" className="mb-8 space-y-2">
      {troubles.slice(0, SHOWN).map((trouble) => (
        <Trouble key={trouble.webhook_id} trouble={trouble} />
      ))}
      {more > 0 && (
        <p className="text-13 text-ink-2">
          And {more} more. <PageLink href="/webhooks">View webhooks.</PageLink>
        </p>
      )}
    </section>
  );
}

function Trouble({ trouble }: { trouble: WebhookTrouble }) {
  const { webhook_id, project_id, url, active, disabled_reason, since, disables_at, last_error } = trouble;
  return (
    <Notice tone={active ? "warn" : "error"} title={active ? "A webhook is failing" : "A webhook was stopped"}>
      <p className="break-words">
        <span className="break-all font-code text-12">{url}</span>
        {active ? (
          <>
            {" "}
            has failed since <LocalTime iso={since} />.
            {disables_at !== null && (
              <>
                {" "}
                It will be stopped <LocalTime iso={disables_at} />.
              </>
            )}
          </>
        ) : (
          <>
            {" "}
            has been off since <LocalTime iso={since} />. {disabled_reason !== null && DISABLED_WORDS[disabled_reason]}
          </>
        )}
      </p>
      {saysMore(disabled_reason) && last_error !== null && <p className="text-13">{sayLastAttempt(last_error)}</p>}
      <PageLink href={`/projects/${project_id}/webhooks/${webhook_id}`} className="link text-13">
        {active ? "View deliveries" : "View and re-enable"}
      </PageLink>
    </Notice>
  );
}
