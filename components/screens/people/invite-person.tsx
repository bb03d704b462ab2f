"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { ROLE_NAMES, type Role } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { showToast } from "../../ui/toast.ts";
import { useReadPeopleAgain } from "./people-queries.ts";

/** Permissions of each role, in the words of the person who chooses one. */
const MAY: Readonly<Record<Role, string>> = {
  owner: "full access, can add owners",
  admin: "full access, including people and keys",
  designer: "can read and edit",
  viewer: "reads",
};

interface InvitePersonProps {
  onClose: () => void;
}

/** Dialog that invites a person with a role. */
export function InvitePerson({ onClose }: InvitePersonProps) {
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
      name: { label: "Name (optional)", help: "For someone without an account." },
      password: {
        label: "First password (optional)",
        help: "For someone without an account: at least 10 characters. Tell them the password; signing in with it accepts the invitation.",
        isReadable: true,
        isExact: true,
        isCode: true,
        autoCapitalize: "none",
      },
    },
    failed: "The invitation was not created",
    codes: { name_taken: "email" },
    send: async (invitation) => {
      const { email } = await client.members.invite.mutate(invitation);
      await readAgain();
      showToast({ text: `${email} is invited. Tell them to sign in at ${window.location.origin}.` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Invite someone"
      description="No e-mail is sent. Tell them yourself; people with an account find the invitation on their home page."
      submit="Invite"
      busy="Inviting…"
      onClose={onClose}
    />
  );
}
