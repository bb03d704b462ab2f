"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import type { Outputs } from "../../frame/api/client.ts";

export type Member = Outputs["members"]["list"]["members"][number];
export type Invitation = Outputs["members"]["invitations"]["invitations"][number];

const PAGE = 50;

/** The members of the workspace, by name. */
export function useMembers() {
  const client = useStudioClient();
  const input = { limit: PAGE, sort_by: "name" } as const;
  return useInfiniteQuery({
    queryKey: useApi().members.list.queryKey(input),
    queryFn: ({ pageParam }) => client.members.list.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
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
