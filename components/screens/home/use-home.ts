"use client";

import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFollow } from "../../editor/live/use-follow-project.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { lastPlaces, resumeAddress } from "../../frame/project/last-places.ts";
import { useSession } from "../../frame/session/session-provider.tsx";

export type ListedProject = Outputs["projects"]["list"]["projects"][number];

/** Dialogue that the person worked on lately. */
export interface RecentDialogue {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly href: string;
  readonly nodes: number;
  readonly editedAt: string;
}

const PAGE = 50;
/** Projects that recent dialogues are looked for in, and how many are shown. */
const LOOKED_IN = 3;
const RECENT = 3;
/** Projects that are followed while home is open: each takes one of the six connections of a browser. */
const FOLLOWED = 3;
const GATHERS_MS = 500;
/** Milliseconds between two reads of the projects that are not followed. */
const LOOK_MS = 15_000;

/** Reads the workspace's projects page by page, changed last first. */
export function useProjectPages(
  asked: { readonly deleted?: boolean; readonly archived?: "only"; readonly q?: string },
  refetchInterval?: number,
) {
  const client = useStudioClient();
  const input = { ...asked, limit: PAGE, sort_by: "updated_at", sort_order: "desc" } as const;
  const query = useInfiniteQuery({
    queryKey: [...useApi().projects.list.queryKey(input), "every"] as const,
    queryFn: ({ pageParam }) => client.projects.list.query({ ...input, offset: pageParam }),
    // One comes back here from work that changed them.
    staleTime: 0,
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...byOffset(PAGE),
  });
  return {
    ...query,
    projects: query.data?.pages.flatMap((page) => page.projects),
    total: query.data?.pages[0]?.total ?? 0,
  };
}

/** The projects one works on. What is told of them is read again when their records grow. */
export function useProjects() {
  const pages = useProjectPages({}, LOOK_MS);
  const api = useApi();
  const queries = useQueryClient();
  const projects = pages.projects ?? [];
  const reached = projects.map(({ id, last_seq }) => `${id}:${last_seq}`).join();
  const before = useRef("");
  const readAgain = useEffectEvent(() => {
    const told = [api.problems.dialogues, api.dialogues.list, api.record.timeline, api.inbox.get];
    void refreshQueries(queries, ...told.map((each) => each.pathKey()));
  });
  useEffect(() => {
    if (before.current !== "" && before.current !== reached) readAgain();
    before.current = reached;
  }, [reached]);
  const onEvents = () => void refreshQueries(queries, api.projects.list.pathKey());
  const options = { page: "home", onEvents, gathersMs: GATHERS_MS };
  // In one order, whichever of them changed last, so that no connection is opened anew.
  const [first, second, third] = projects
    .slice(0, FOLLOWED)
    .map(({ id }) => id)
    .sort();
  useFollow(first ?? null, options);
  useFollow(second ?? null, options);
  useFollow(third ?? null, options);
  return pages;
}

type ListedDialogue = Outputs["dialogues"]["list"]["dialogues"][number];

/**
 * The dialogues to go on with: those edited last over the projects changed last, and those where one was last on this device.
 * Undefined until they are here.
 */
export function useRecentDialogues(
  projects: readonly ListedProject[] | undefined,
): readonly RecentDialogue[] | undefined {
  const api = useApi();
  const { userId } = useSession();
  const looked = (projects ?? []).slice(0, LOOKED_IN);
  const answers = useQueries({
    queries: looked.map(({ id: project_id }) =>
      api.dialogues.list.queryOptions({
        project_id,
        limit: RECENT,
        sort_by: "edited_at",
        sort_order: "desc",
        stats: true,
      }),
    ),
  });
  const isHere = projects !== undefined && !answers.some(({ isPending }) => isPending);
  const found = answers.flatMap(({ data }) => data?.dialogues ?? []);
  // The device may know of another workspace's, too.
  const names = new Map(projects?.map(({ id, name }) => [id, name]));
  const places = lastPlaces(userId).filter(({ project_id }) => names.has(project_id));
  const missing = places
    .slice(0, RECENT)
    .filter(({ graph_id }) => isHere && !found.some(({ id }) => id === graph_id))
    .map(({ project_id, graph_id }) => ({ project_id, graph_id, limit: 1, stats: true }));
  const others = useQueries({ queries: missing.map((each) => api.dialogues.list.queryOptions(each)) });
  if (!isHere || others.some(({ isPending }) => isPending)) return undefined;
  const recent = ({ id, name, project_id, node_count, updated_at, stats }: ListedDialogue) => {
    const place = places.find(({ graph_id }) => graph_id === id);
    const editedAt = stats?.edited_at ?? updated_at;
    return {
      id,
      name,
      project: names.get(project_id) ?? "",
      // To the card and the caret where one was on this device.
      href: place === undefined ? `/projects/${project_id}/dialogues/${id}` : resumeAddress(place),
      nodes: node_count,
      editedAt,
      lastAt: place !== undefined && place.at > editedAt ? place.at : editedAt,
    };
  };
  return [...found, ...others.flatMap(({ data }) => data?.dialogues ?? [])]
    .map(recent)
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    .slice(0, RECENT);
}

const SAMPLE = "The Salt Gate";

/** The sample to take first steps in. */
export interface Sample {
  readonly projectId: string;
  readonly graphId: string;
  /** Last sequence of the project's record. */
  readonly seq: number;
  /** The dialogue's address. */
  readonly dialogue: string;
}

/** The sample: null where there is none, undefined until that is known. */
export function useSample(projects: readonly ListedProject[] | undefined): Sample | null | undefined {
  const api = useApi();
  const project = projects?.find(({ name }) => name === SAMPLE);
  const project_id = project?.id;
  const { data, isError } = useQuery({
    ...api.dialogues.list.queryOptions({
      project_id: project_id ?? "",
      q: SAMPLE,
      limit: 1,
      sort_by: "created_at",
    }),
    enabled: project_id !== undefined,
  });
  if (projects === undefined) return undefined;
  if (project === undefined || isError) return null;
  if (data === undefined) return undefined;
  const dialogue = data.dialogues[0];
  if (dialogue === undefined) return null;
  return {
    projectId: project.id,
    graphId: dialogue.id,
    seq: project.last_seq,
    dialogue: `/projects/${project.id}/dialogues/${dialogue.id}`,
  };
}
