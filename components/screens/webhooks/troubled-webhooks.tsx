"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { WebhookTrouble } from "./webhook-queries.ts";
import { DISABLED_WORDS, sayLastAttempt, saysMore } from "./webhook-words.ts";

/** How many are told in full. */
const SHOWN = 3;

/** Webhooks of any project that were stopped, or soon will be; nobody but administrators is told. */
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
          And {more} more. <Link href="/developer/webhooks">Look at the webhooks of a project.</Link>
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
            has taken nothing since <LocalTime iso={since} />.
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
      <Link href={`/projects/${project_id}/webhooks/${webhook_id}`} prefetch={false} className="link text-13">
        {active ? "Look at its deliveries" : "Look at it, and re-enable it"}
      </Link>
    </Notice>
  );
}
