"use client";

import { PROJECT_ROLES, WORKSPACE_ROLES } from "#domain/roles.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
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
  const client = useStudioClient();
  const readAgain = useReadPeopleAgain();
  const roles = WORKSPACE_ROLES.filter((role) => role !== "owner" || own.role === "owner");
  const form = useForm<Inputs["members"]["invite"]>({
    schema: SCHEMAS["members.invite"],
    start: { email: "", role: "designer" },
    fields: {
      email: { label: "E-mail", type: "email", autoCapitalize: "none", spellCheck: false },
      role: {
        label: "Role",
        options: roles.map((role) => ({ value: role, label: `${ROLE_NAMES[role]}: ${MAY[role]}` })),
      },
    },
    failed: "The invitation was not created",
    codes: { name_taken: "email" },
    send: async (invitation) => {
      const { email, url, mailed, expires_at } = await client.members.invite.mutate(invitation);
      await readAgain();
      onMade({ kind: "invitation", who: email, url, mailed, expiresAt: expires_at });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Invite someone"
      description="They can open every project of the workspace. You get a link to send them; they choose their own name and password."
      submit="Invite"
      busy="Inviting…"
      onClose={onClose}
    />
  );
}

/** Dialog that invites a person to one project. */
export function InviteToProject({ projectId, onClose, onMade }: InvitePersonProps & { projectId: string }) {
  const client = useStudioClient();
  const readAgain = useReadPeopleAgain();
  const form = useForm<Pick<Inputs["projectMembers"]["invite"], "email" | "role">>({
    schema: SCHEMAS["projectMembers.invite"],
    start: { email: "", role: "writer" },
    fields: {
      email: { label: "E-mail", type: "email", autoCapitalize: "none", spellCheck: false },
      role: {
        label: "Role",
        options: PROJECT_ROLES.map((role) => ({
          value: role,
          label: `${PROJECT_ROLE_NAMES[role]}: ${PROJECT_ROLE_MEANINGS[role]}`,
        })),
      },
    },
    failed: "The invitation was not created",
    codes: { name_taken: "email" },
    send: async (invitation) => {
      const asked = { project_id: projectId, ...invitation };
      const { email, url, mailed, expires_at } = await client.projectMembers.invite.mutate(asked);
      await readAgain();
      onMade({ kind: "invitation", who: email, url, mailed, expiresAt: expires_at });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Invite to this project"
      description="They see this project and no other. You get a link to send them; they choose their own name and password."
      submit="Invite"
      busy="Inviting…"
      onClose={onClose}
    />
  );
}
