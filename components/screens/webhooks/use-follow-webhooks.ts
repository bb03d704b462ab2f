"use client";

import { useEffect, useEffectEvent } from "react";
import { type Live, openLive } from "../../editor/live/open-live.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useReadWebhooksAgain } from "./webhook-queries.ts";

/** How long after an event its first attempt has mostly been made. */
const SENT_MS = 300;

/**
 * Follows the project while its webhooks are looked at: each event is sent to them, and one that is stopped or changed is an event
 * itself. Where the project cannot be followed, the page is as new as its last look.
 */
export function useFollowWebhooks(): void {
  const projectId = useProjectId();
  const client = useStudioClient();
  const { at } = useMoment();
  const readAgain = useReadWebhooksAgain();
  const onSent = useEffectEvent(() => void readAgain());
  useEffect(() => {
    if (at !== null) return;
    let live: Live | null = null;
    let isClosed = false;
    let sent: ReturnType<typeof setTimeout> | undefined;
    const onEvents = () => {
      sent ??= setTimeout(() => {
        sent = undefined;
        onSent();
      }, SENT_MS);
    };
    client.projects.get.query({ project_id: projectId }).then(
      ({ last_seq }) => {
        if (!isClosed) live = openLive({ client, projectId, afterSeq: last_seq, onEvents });
      },
      () => undefined,
    );
    return () => {
      isClosed = true;
      clearTimeout(sent);
      live?.close();
    };
  }, [client, projectId, at]);
}
