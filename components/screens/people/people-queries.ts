"use client";

import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";

export type Member = Outputs["members"]["list"]["members"][number];
export type Invitation = Outputs["members"]["invitations"]["invitations"][number];

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
  const { invitations } = useApi().members;
  return useListQuery({
    queryKey: invitations.queryKey({}),
    changes: invitations.pathKey(),
    ask: (page, signal) => client.members.invitations.query(page, { signal }),
    rowsOf: (page) => page.invitations,
  });
}

/** Reads members and invitations again, after one of them changed. */
export function useReadPeopleAgain(): () => Promise<void> {
  return useRefresh(({ members: { list, invitations } }) => [list.pathKey(), invitations.pathKey()]);
}
