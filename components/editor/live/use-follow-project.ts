"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { followProject, GOES_ON_MS } from "./follow-project.ts";
import type { LiveEvent } from "./live-message.ts";

interface FollowOptions {
  /** Name of the page that follows. What it is told is told to no other page. */
  readonly page: string;
  /** Receives what happened, at most once in `gathersMs`. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  readonly gathersMs: number;
}

/** Follows the project whose page is open, at now: an earlier moment does not change. */
export function useFollowProject(options: FollowOptions): void {
  const projectId = useProjectId();
  const { at } = useMoment();
  useFollow(at === null ? projectId : null, options);
}

/** Follows a project from now on, or none where that is null. Where it cannot be followed, the page is as new as its last look. */
export function useFollow(projectId: string | null, { page, onEvents, gathersMs }: FollowOptions): void {
  const client = useStudioClient();
  const api = useApi();
  const queries = useQueryClient();
  const tell = useEffectEvent(onEvents);
  useEffect(() => {
    if (projectId === null) return;
    // A head that was read a little earlier does as well: what happened since is told first.
    const head = api.projects.get.queryOptions({ project_id: projectId }, { staleTime: GOES_ON_MS });
    const readHead = async () => (await queries.fetchQuery(head)).last_seq;
    return followProject({ client, projectId, page, gathersMs, readHead, onEvents: (events) => tell(events) });
  }, [client, api, queries, projectId, page, gathersMs]);
}
