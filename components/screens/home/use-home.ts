"use client";

import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { lastPlaces, resumeAddress } from "../../frame/project/last-places.ts";
import { useSession } from "../../frame/session/session-provider.tsx";

export type ListedProject = Outputs["projects"]["list"]["projects"][number];

/** A dialogue that was worked on lately. */
export interface RecentDialogue {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly href: string;
  readonly nodes: number;
  readonly editedAt: string;
  readonly projectId: string;
}

const PAGE = 50;
/** Projects that recent dialogues are looked for in, and how many are shown. */
const LOOKED_IN = 3;
const RECENT = 3;

/** The projects, changed last first. */
export function useProjects() {
  const client = useStudioClient();
  const input = { limit: PAGE, sort_by: "updated_at", sort_order: "desc" } as const;
  const query = useInfiniteQuery({
    queryKey: [...useApi().projects.list.queryKey(input), "every"] as const,
    queryFn: ({ pageParam }) => client.projects.list.query({ ...input, offset: pageParam }),
    // One comes back here from work that changed them.
    staleTime: 0,
    ...byOffset(PAGE),
  });
  return { ...query, projects: query.data?.pages.flatMap((page) => page.projects) };
}

/** The dialogues edited last, over the projects changed last; undefined until they are here. */
export function useRecentDialogues(
  projects: readonly ListedProject[] | undefined,
): readonly RecentDialogue[] | undefined {
  const api = useApi();
  const looked = (projects ?? []).slice(0, LOOKED_IN);
  const { userId } = useSession();
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
  if (projects === undefined || answers.some(({ isPending }) => isPending)) return undefined;
  const places = new Map(lastPlaces(userId).map((place) => [place.graph_id, place]));
  return answers
    .flatMap(({ data }, at) =>
      (data?.dialogues ?? []).map(({ id, name, node_count, updated_at, stats }) => {
        const project_id = looked[at]?.id ?? "";
        const place = places.get(id);
        const editedAt = stats?.edited_at ?? updated_at;
        return {
          id,
          name,
          project: looked[at]?.name ?? "",
          // To the card and the caret where one was on this device.
          href: place === undefined ? `/projects/${project_id}/dialogues/${id}` : resumeAddress(place),
          nodes: node_count,
          editedAt,
          lastAt: place !== undefined && place.at > editedAt ? place.at : editedAt,
          projectId: project_id,
        };
      }),
    )
    .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    .slice(0, RECENT);
}

const SAMPLE = "The Salt Gate";

/** The sample to take first steps in. */
export interface Sample {
  readonly projectId: string;
  readonly graphId: string;
  /** How far the project's record reaches. */
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
