"use client";

import { useEffect, useEffectEvent } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { LiveEvent } from "./live-message.ts";
import { type Live, openLive } from "./open-live.ts";

type OnEvents = (events: readonly LiveEvent[]) => void;

/** Follows the project whose page is open, at now: an earlier moment does not change. */
export function useFollowProject(onEvents: OnEvents, gathersMs: number): void {
  const projectId = useProjectId();
  const { at } = useMoment();
  useFollow(at === null ? projectId : null, onEvents, gathersMs);
}

/**
 * Follows a project from now on, or none where that is null: `onEvents` is told what happened, at most once in `gathersMs`. Where the
 * project cannot be followed, the page is as new as its last look.
 */
export function useFollow(projectId: string | null, onEvents: OnEvents, gathersMs: number): void {
  const client = useStudioClient();
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    if (projectId === null) return;
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
  }, [client, projectId, gathersMs]);
}
