"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { StudioClient } from "../../frame/api/client.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import type { LiveEvent } from "./live-message.ts";
import { type Live, openLive } from "./open-live.ts";

type OnEvents = (events: readonly LiveEvent[]) => void;

interface FollowOptions {
  /** Name of the page that follows. What it is told is told to no other page. */
  readonly page: string;
  /** Receives what happened, at most once in `gathersMs`. */
  readonly onEvents: OnEvents;
  readonly gathersMs: number;
}

/** Sequence up to which a page was told of a project when it was left, and when that was. */
interface LeftAt {
  readonly seq: number;
  readonly at: number;
}

/** Time for which a page that is left goes on where it was. What it shows is read anew later than that. */
const GOES_ON_MS = 60_000;
const left = new WeakMap<StudioClient, Map<string, LeftAt>>();

/** Follows the project whose page is open, at now: an earlier moment does not change. */
export function useFollowProject(options: FollowOptions): void {
  const projectId = useProjectId();
  const { at } = useMoment();
  useFollow(at === null ? projectId : null, options);
}

/**
 * Follows a project from now on, or none where that is null. A page that is opened again soon is told what happened since it was
 * left, because it shows what it had read by then. Where the project cannot be followed, the page is as new as its last look.
 */
export function useFollow(projectId: string | null, { page, onEvents, gathersMs }: FollowOptions): void {
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    if (projectId === null) return;
    const key = `${page} ${projectId}`;
    const kept = left.get(client) ?? new Map<string, LeftAt>();
    left.set(client, kept);
    let live: Live | null = null;
    let isClosed = false;
    let told: number | null = null;
    let gathered: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (events: readonly LiveEvent[]) => {
      gathered.push(...events);
      timer ??= setTimeout(() => {
        timer = undefined;
        const news = gathered;
        gathered = [];
        told = news.at(-1)?.seq ?? told;
        tell(news);
      }, gathersMs);
    };
    const open = (afterSeq: number) => {
      if (isClosed) return;
      told = afterSeq;
      live = openLive({ client, projectId, afterSeq, onEvents: take });
    };
    const before = kept.get(key);
    if (before !== undefined && Date.now() - before.at < GOES_ON_MS) open(before.seq);
    else {
      // A head that was read a little earlier does as well: what happened since is told first.
      queries.fetchQuery(api.projects.get.queryOptions({ project_id: projectId }, { staleTime: GOES_ON_MS })).then(
        ({ last_seq }) => open(last_seq),
        () => undefined,
      );
    }
    return () => {
      isClosed = true;
      clearTimeout(timer);
      live?.close();
      if (told !== null) kept.set(key, { seq: told, at: Date.now() });
    };
  }, [client, api, queries, projectId, page, gathersMs]);
}
