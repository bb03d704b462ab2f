"use client";

import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";

export type Member = Outputs["members"]["list"]["members"][number];
export type ProjectMember = Outputs["projectMembers"]["list"]["members"][number];
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

/** The people who can open a project. */
export function useProjectMembers(project_id: string) {
  const client = useStudioClient();
  const { list } = useApi().projectMembers;
  return useListQuery({
    queryKey: list.queryKey({ project_id }),
    changes: list.pathKey(),
    ask: (page, signal) => client.projectMembers.list.query({ project_id, ...page }, { signal }),
    rowsOf: ({ members }) => members,
    isWhole: true,
  });
}

/** The invitations that can still be accepted, oldest first: to a project, or with null to the workspace and all of its projects. */
export function useInvitations(project_id: string | null) {
  const client = useStudioClient();
  const { members, projectMembers } = useApi();
  const ofWorkspace = {
    queryKey: members.invitations.queryKey({}),
    changes: members.invitations.pathKey(),
    ask: (page: object, signal: AbortSignal) => client.members.invitations.query(page, { signal }),
  };
  const ofProject = (id: string) => ({
    queryKey: projectMembers.invitations.queryKey({ project_id: id }),
    changes: projectMembers.invitations.pathKey(),
    ask: (page: object, signal: AbortSignal) =>
      client.projectMembers.invitations.query({ project_id: id, ...page }, { signal }),
  });
  return useListQuery({
    ...(project_id === null ? ofWorkspace : ofProject(project_id)),
    rowsOf: (page) => page.invitations,
  });
}

/** Reads members and invitations again, after one of them changed. */
export function useReadPeopleAgain(): () => Promise<void> {
  return useRefresh(({ members, projectMembers, workspace }) => [
    members.list.pathKey(),
    members.invitations.pathKey(),
    projectMembers.pathKey(),
    workspace.people.pathKey(),
  ]);
}
