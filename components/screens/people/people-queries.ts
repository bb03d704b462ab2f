"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";

export type Member = Outputs["members"]["list"]["members"][number];
export type Invitation = Outputs["members"]["invitations"]["invitations"][number];

const PAGE = 50;

/** The members of the workspace. */
export function useMembers() {
  const client = useStudioClient();
  const api = useApi();
  return useListQuery({
    queryKey: api.members.list.queryKey({ sort_by: "name" }),
    changes: api.members.list.pathKey(),
    ask: (page, signal) => client.members.list.query({ sort_by: "name", ...page }, { signal }),
    rowsOf: ({ members }) => members,
    isWhole: true,
  });
}

/** The invitations that can still be accepted, oldest first. */
export function useInvitations() {
  const client = useStudioClient();
  const input = { limit: PAGE };
  return useInfiniteQuery({
    queryKey: useApi().members.invitations.queryKey(input),
    queryFn: ({ pageParam }) => client.members.invitations.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
}

/** Reads members and invitations again, after one of them changed. */
export function useReadPeopleAgain(): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.members.list.pathKey() }),
      queries.invalidateQueries({ queryKey: api.members.invitations.pathKey() }),
    ]);
  };
}
