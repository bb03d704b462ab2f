"use client";

import { PROJECT_ROLES, WORKSPACE_ROLES } from "#domain/roles.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { PROJECT_ROLE_MEANINGS, PROJECT_ROLE_NAMES, ROLE_NAMES } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useReadPeopleAgain } from "./people-queries.ts";
import type { PersonLink } from "./person-link.tsx";

/** Permissions of each role, in the words of the person who chooses one. */
const MAY: Readonly<Record<(typeof WORKSPACE_ROLES)[number], string>> = {
  owner: "full access, can add owners",
  admin: "full access, including people and keys",
  designer: "can read and edit",
  viewer: "reads",
};

interface InvitePersonProps {
  onClose: () => void;
  /** Called with the link that was made, which can be shown now only. */
  onMade: (link: PersonLink) => void;
}

/** Dialog that invites a person to the workspace with a role. */
export function InvitePerson({ onClose, onMade }: InvitePersonProps) {
  const own = useSession();
  const { members } = useStudioClient();
  const roles = WORKSPACE_ROLES.filter((role) => role !== "owner" || own.role === "owner");
  return (
    <InvitationDialog
      schema={SCHEMAS["members.invite"]}
      first="designer"
      roles={roles.map((role) => ({ value: role, label: `${ROLE_NAMES[role]}: ${MAY[role]}` }))}
      invite={(invitation) => members.invite.mutate(invitation)}
      title="Invite someone"
      means="They can open every project of the workspace."
      onClose={onClose}
      onMade={onMade}
    />
  );
}

/** Dialog that invites a person to one project. */
export function InviteToProject({ projectId, onClose, onMade }: InvitePersonProps & { projectId: string }) {
  const { projectMembers } = useStudioClient();
  return (
    <InvitationDialog
      schema={SCHEMAS["projectMembers.invite"]}
      first="writer"
      roles={PROJECT_ROLES.map((role) => ({
        value: role,
        label: `${PROJECT_ROLE_NAMES[role]}: ${PROJECT_ROLE_MEANINGS[role]}`,
      }))}
      invite={(invitation) => projectMembers.invite.mutate({ project_id: projectId, ...invitation })}
      title="Invite to this project"
      means="They see this project and no other."
      onClose={onClose}
      onMade={onMade}
    />
  );
}

interface InvitationDialogProps<Role extends string> extends InvitePersonProps {
  schema: Parameters<typeof useForm>[0]["schema"];
  /** Role that is chosen at first. */
  first: Role;
  roles: readonly { readonly value: Role; readonly label: string }[];
  invite: (invitation: { email: string; role: Role }) => Promise<Outputs["members"]["invite"]>;
  title: string;
  /** Says what the person can open. */
  means: string;
}

function InvitationDialog<Role extends string>(props: InvitationDialogProps<Role>) {
  const { schema, first, roles, invite, title, means, onClose, onMade } = props;
  const readAgain = useReadPeopleAgain();
  const form = useForm<{ email: string; role: Role }>({
    schema,
    start: { email: "", role: first },
    fields: {
      email: { label: "E-mail", type: "email", autoCapitalize: "none", spellCheck: false },
      role: { label: "Role", options: [...roles] },
    },
    failed: "The invitation was not created",
    codes: { name_taken: "email" },
    send: async (invitation) => {
      const { email, url, mailed, expires_at } = await invite(invitation);
      await readAgain();
      onMade({ kind: "invitation", who: email, url, mailed, expiresAt: expires_at });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={title}
      description={`${means} You get a link to send them; they choose their own name and password.`}
      submit="Invite"
      busy="Inviting…"
      onClose={onClose}
    />
  );
}
