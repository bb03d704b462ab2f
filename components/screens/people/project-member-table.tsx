"use client";

import { type ReactNode, useRef, useState } from "react";
import { PROJECT_ROLES, type ProjectRole, roleInProject } from "#domain/roles.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { PROJECT_ROLE_MEANINGS, PROJECT_ROLE_NAMES, ROLE_NAMES } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import type { Column, ListDefinition } from "../../ui/list/list-definition.ts";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { type ProjectMember, useProjectMembers, useReadPeopleAgain } from "./people-queries.ts";
import { PERSON_TITLE } from "./person-title.tsx";

const BY: Column<ProjectMember> = {
  key: "by",
  label: "Can open it as",
  cell: ({ workspace_role, project_role }) =>
    workspace_role === "guest" ? (
      "Guest of this project"
    ) : (
      <>
        {ROLE_NAMES[workspace_role]} of the workspace
        {project_role !== null && <span className="text-ink-3">, and here {PROJECT_ROLE_NAMES[project_role]}</span>}
      </>
    ),
  width: 14,
  grows: 1,
  yields: 1,
};

const MEMBERS: ListDefinition<ProjectMember> = {
  name: "Members of the project",
  one: "member",
  many: "members",
  id: ({ user_id }) => user_id,
  order: { key: "name", descending: false },
  search: {
    label: "Find a member",
    texts: ({ name, email, role }) => [name, email ?? "", PROJECT_ROLE_NAMES[role]],
  },
  title: PERSON_TITLE,
  columns: [BY],
};

/** A change of one's own rights, which is asked about first. */
interface Asked {
  readonly member: ProjectMember;
  /** The next role; null to be removed. */
  readonly role: ProjectRole | null;
}

interface ProjectMemberTableProps {
  projectId: string;
  actions: ReactNode;
}

/** The people who can open the project, each with their role in it. */
export function ProjectMemberTable({ projectId, actions }: ProjectMemberTableProps) {
  const own = useSession();
  const { projectMembers } = useStudioClient();
  const source = useProjectMembers(projectId);
  const readAgain = useReadPeopleAgain();
  const manage = reasonOf(useCan({ whileArchived: true, now: true })("manage"));
  const handle = useRef<ListHandle<ProjectMember>>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isSelf = (member: ProjectMember) => member.user_id === own.userId;

  const change = ({ member, role }: Asked) =>
    void handle.current?.attempt(
      role === null ? `${member.name} could not be removed` : `${member.name} keeps the role`,
      async () => {
        const named = { project_id: projectId, user_id: member.user_id };
        if (role === null) await projectMembers.remove.mutate(named);
        else await projectMembers.changeRole.mutate({ ...named, role });
        if (isSelf(member) && role === null && member.workspace_role === "guest") return window.location.assign("/");
        // The pages know the person's own role from the session, which is read with the page.
        if (isSelf(member)) return window.location.reload();
        showToast({
          text:
            role === null
              ? `${member.name} was removed from the project.`
              : `${member.name} is now ${PROJECT_ROLE_NAMES[role].toLowerCase()} here.`,
        });
        await readAgain();
      },
    );
  const role: Column<ProjectMember> = {
    key: "role",
    label: "Role",
    cell: (member) => {
      const held = roleInProject(member.workspace_role, null);
      const isWeaker = (each: ProjectRole) =>
        held !== null && PROJECT_ROLES.indexOf(each) > PROJECT_ROLES.indexOf(held);
      return (
        <Select
          label={`Role of ${member.name}`}
          isLabelHidden
          value={member.role}
          disabled={manage !== null || held === "admin"}
          options={PROJECT_ROLES.map((value) => ({
            value,
            label: PROJECT_ROLE_NAMES[value],
            disabled: isWeaker(value),
          }))}
          title={PROJECT_ROLE_MEANINGS[member.role]}
          onChange={({ currentTarget }) => {
            const next = { member, role: currentTarget.value as ProjectRole };
            if (isSelf(member)) setAsked(next);
            else change(next);
          }}
        />
      );
    },
    width: 8,
  };
  return (
    <>
      <ListScreen
        list={{ ...MEMBERS, columns: [BY, role] }}
        source={source}
        {...useListView(MEMBERS)}
        handle={handle}
        isSection
        actions={actions}
        rowActions={(member) => [
          {
            title: "Remove from the project…",
            disabledReason:
              manage ?? (member.project_role === null ? "They can open it by their role in the workspace." : null),
            run: (each) => setAsked({ member: each, role: null }),
          },
        ]}
        empty={null}
      />
      {asked !== null && (
        <AlertDialog
          open
          onClose={() => setAsked(null)}
          title={titleOf(asked, isSelf(asked.member))}
          description={<p>{sayConsequence(asked, isSelf(asked.member))}</p>}
          action={asked.role !== null ? "Change my role" : isSelf(asked.member) ? "Leave" : "Remove"}
          onAct={() => change(asked)}
        />
      )}
    </>
  );
}

function titleOf({ member, role }: Asked, isSelf: boolean): string {
  if (role !== null) return `Become ${PROJECT_ROLE_NAMES[role].toLowerCase()} of this project?`;
  return isSelf ? "Leave this project?" : `Remove ${member.name}?`;
}

/** Says what changes with a role: there is always an owner of the workspace who can give it back. */
function sayConsequence({ member, role }: Asked, isSelf: boolean): string {
  if (role !== null)
    return "You can no longer invite people here or change their roles. Another admin of the project or the workspace can give it back.";
  if (member.workspace_role !== "guest")
    return `${isSelf ? "You keep your" : "They keep their"} role in the workspace: ${ROLE_NAMES[member.workspace_role].toLowerCase()}.`;
  return `${isSelf ? "You lose" : "They lose"} access within a second. What ${isSelf ? "you" : "they"} wrote stays.`;
}
