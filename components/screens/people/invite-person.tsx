"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useCurrentProjectId, useProject } from "../../frame/project/project-provider.tsx";
import { ROLE_NAMES, type Role } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useReadPeopleAgain } from "./people-queries.ts";
import type { PersonLink } from "./person-link.tsx";

/** Permissions of each role, in the words of the person who chooses one. */
const MAY: Readonly<Record<Role, string>> = {
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

/** Dialog that invites a person with a role, to begin with the project that is open. */
export function InvitePerson({ onClose, onMade }: InvitePersonProps) {
  const projectId = useCurrentProjectId();
  const project = useProject(projectId);
  const own = useSession();
  const client = useStudioClient();
  const readAgain = useReadPeopleAgain();
  const roles = (Object.keys(ROLE_NAMES) as Role[]).filter((role) => role !== "owner" || own.role === "owner");
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
      const begins = projectId === null ? {} : { project_id: projectId };
      const { email, url, mailed, expires_at } = await client.members.invite.mutate({ ...invitation, ...begins });
      await readAgain();
      onMade({ kind: "invitation", who: email, url, mailed, expiresAt: expires_at });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Invite someone"
      description={`You get a link to send them. They choose their own name and password.${project === undefined ? "" : ` They begin with ${project.name}.`}`}
      submit="Invite"
      busy="Inviting…"
      onClose={onClose}
    />
  );
}
