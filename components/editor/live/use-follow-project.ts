"use client";

import { useEffect, useEffectEvent } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { LiveEvent } from "./live-message.ts";
import { type Live, openLive } from "./open-live.ts";

/**
 * Follows the project from now on while a page is open: `onEvents` is told what happened, at most once in `gathersMs`. An earlier
 * moment does not change, so nothing is followed while one is looked at. Where the project cannot be followed, the page is as new as
 * its last look.
 */
export function useFollowProject(onEvents: (events: readonly LiveEvent[]) => void, gathersMs: number): void {
  const projectId = useProjectId();
  const client = useStudioClient();
  const { at } = useMoment();
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    if (at !== null) return;
    let live: Live | null = null;
    let isClosed = false;
    let gathered: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (events: readonly LiveEvent[]) => {
      gathered.push(...events);
      timer ??= setTimeout(() => {
        timer = undefined;
        const told = gathered;
        gathered = [];
        tell(told);
      }, gathersMs);
    };
    client.projects.get.query({ project_id: projectId }).then(
      ({ last_seq }) => {
        if (!isClosed) live = openLive({ client, projectId, afterSeq: last_seq, onEvents: take });
      },
      () => undefined,
    );
    return () => {
      isClosed = true;
      clearTimeout(timer);
      live?.close();
    };
  }, [client, projectId, at, gathersMs]);
}
