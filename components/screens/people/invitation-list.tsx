"use client";

import { useRef } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { PROJECT_ROLE_NAMES, ROLE_NAMES } from "../../frame/session/role-names.ts";
import { Button } from "../../ui/button.tsx";
import { type ListHandle, useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { showToast } from "../../ui/toast.ts";
import { type Invitation, useInvitations } from "./people-queries.ts";
import type { PersonLink } from "./person-link.tsx";

const INVITATIONS: ListDefinition<Invitation> = {
  name: "Open invitations",
  one: "invitation",
  many: "invitations",
  id: ({ id }) => id,
  order: null,
  title: { key: "email", label: "Who", text: ({ email }) => email, width: 12, className: "break-all" },
  columns: [
    {
      key: "role",
      label: "Role",
      cell: ({ role, project_role }) => (project_role === null ? ROLE_NAMES[role] : PROJECT_ROLE_NAMES[project_role]),
      width: 8,
    },
    { key: "until", label: "Open until", cell: ({ expires_at }) => <LocalTime iso={expires_at} />, width: 8 },
  ],
};

interface InvitationListProps {
  /** Project that the people are invited to; null for the workspace. */
  projectId: string | null;
  /** Called with a link that was made, which can be shown now only. */
  onMade: (link: PersonLink) => void;
}

/** The invitations that nobody has answered yet. */
export function InvitationList({ projectId, onMade }: InvitationListProps) {
  const { members, projectMembers } = useStudioClient();
  const source = useInvitations(projectId);
  const handle = useRef<ListHandle<Invitation>>(null);
  const refused = reasonOf(useCan({ whileArchived: true, now: true })(projectId === null ? "administer" : "manage"));
  const revoke = ({ id, email }: Invitation) =>
    handle.current?.attempt(`The invitation of ${email} could not be revoked`, async () => {
      await (projectId === null
        ? members.revokeInvitation.mutate({ invitation_id: id })
        : projectMembers.revokeInvitation.mutate({ project_id: projectId, invitation_id: id }));
      showToast({ text: `The invitation of ${email} is revoked.` });
      await source.again();
    });
  const renew = ({ id, email }: Invitation) =>
    handle.current?.attempt(`${email} has no new link`, async () => {
      const { url, mailed, expires_at } = await (projectId === null
        ? members.renewInvitation.mutate({ invitation_id: id })
        : projectMembers.renewInvitation.mutate({ project_id: projectId, invitation_id: id }));
      onMade({ kind: "invitation", who: email, url, mailed, expiresAt: expires_at });
      await source.again();
    });
  const action: ListDefinition<Invitation>["columns"][number] = {
    key: "revoke",
    label: "What to do",
    cell: (invitation) => (
      <span className="flex gap-1.5">
        <Button
          size="sm"
          aria-label={`New link for ${invitation.email}`}
          disabledReason={refused}
          onClick={() => void renew(invitation)}
        >
          New link
        </Button>
        <Button
          size="sm"
          aria-label={`Revoke the invitation of ${invitation.email}`}
          disabledReason={refused}
          onClick={() => void revoke(invitation)}
        >
          Revoke
        </Button>
      </span>
    ),
    width: 12,
  };
  return (
    <ListScreen
      list={{ ...INVITATIONS, columns: [...INVITATIONS.columns, action] }}
      source={source}
      {...useListView(INVITATIONS)}
      handle={handle}
      isSection
      empty={<p className="px-4 text-13 text-ink-3">No open invitations. An invitation is valid for 7 days.</p>}
    />
  );
}
