"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../frame/api/client.ts";
import { refreshQueries } from "../../frame/api/refresh-queries.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { PAGE } from "../../frame/project/page-size.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { onSubjectChange } from "../live/subject-changes.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { type Comment, countOpen } from "./threads.ts";

/** Comments of one dialogue that are read at most; who has more resolves some. */
const MOST = 2_000;

/** Asks for the comments of the open dialogue, at the moment that is looked at. */
function useCommentsQuery() {
  const project_id = useProjectId();
  const graph_id = useDialogueState(({ graph }) => graph.id);
  const { reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, graph_id, limit: PAGE, ...reading };
  const { queryKey } = useApi().comments.list.queryOptions(input);
  return {
    queryKey,
    queryFn: async (): Promise<readonly Comment[]> => {
      const all: Comment[] = [];
      for (let isMore = true; isMore && all.length < MOST; ) {
        const { comments, has_more } = await client.comments.list.query({ ...input, offset: all.length });
        all.push(...comments);
        isMore = has_more && comments.length > 0;
      }
      return all;
    },
  };
}

/** Returns the number of open comments by card of the open dialogue; undefined until they are read. */
export function useOpenComments(): ReadonlyMap<string, number> | undefined {
  return useQuery({ ...useCommentsQuery(), select: countOpen }).data;
}

/** Returns the number of cards of the open dialogue with open comments. */
export function useCommentedCards(): number {
  return useQuery({ ...useCommentsQuery(), select: (comments) => countOpen(comments).size }).data ?? 0;
}

/** Reads comments anew when somebody else changed some; once on a screen. */
export function useFollowComments(): void {
  const queries = useQueryClient();
  const queryKey = useApi().comments.list.pathKey();
  useEffect(() => onSubjectChange("comment", () => void refreshQueries(queries, queryKey)), [queries, queryKey]);
}

/** The comments of the open dialogue, and what can be done with them. Each waits until it is recorded, and fails with its reason. */
export function useComments() {
  const query = useQuery(useCommentsQuery());
  const project_id = useProjectId();
  const client = useStudioClient();
  const queries = useQueryClient();
  const queryKey = useApi().comments.list.pathKey();
  const recorded = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const done = await answer;
    await refreshQueries(queries, queryKey);
    return done;
  };
  return {
    ...query,
    add: (said: Omit<Inputs["comments"]["create"], "project_id">): Promise<Outputs["comments"]["create"]> =>
      recorded(client.comments.create.mutate({ project_id, ...said })),
    edit: (comment_id: string, said: { text: string; mentions: string[] }) =>
      recorded(client.comments.update.mutate({ project_id, comment_id, ...said })),
    resolve: (comment_id: string) => recorded(client.comments.resolve.mutate({ project_id, comment_id })),
    reopen: (comment_id: string) => recorded(client.comments.reopen.mutate({ project_id, comment_id })),
    remove: (comment_id: string) => recorded(client.comments.delete.mutate({ project_id, comment_id })),
    restore: (comment_id: string) => recorded(client.comments.restore.mutate({ project_id, comment_id })),
  };
}
