"use client";

import { type FormEvent, useId, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { ROLE_NAMES, type Role } from "../../frame/session/role-names.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { type FormErrors, formErrors, NO_ERRORS } from "../../ui/form-errors.ts";
import { CONTROL, FormField } from "../../ui/form-field.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import { showToast } from "../../ui/toast.ts";
import { useReadPeopleAgain } from "./people-queries.ts";

const FORM = { fields: ["email", "role", "name", "password"], codes: { name_taken: "email" } };

/** What each role may do, in the words of whoever chooses one. */
const MAY: Readonly<Record<Role, string>> = {
  owner: "everything, and makes owners",
  admin: "everything, people and keys included",
  designer: "reads and writes",
  viewer: "reads",
};

export interface InvitePersonProps {
  onClose: () => void;
}

/** Asks whom to invite and as what, and invites them. */
export function InvitePerson({ onClose }: InvitePersonProps) {
  const form = useId();
  const own = useSession();
  const client = useStudioClient();
  const readAgain = useReadPeopleAgain();
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setSending] = useState(false);
  const roles = (Object.keys(ROLE_NAMES) as Role[]).filter((role) => role !== "owner" || own.role === "owner");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    const typed = (field: string) => String(entries.get(field) ?? "");
    const optional = (field: "name" | "password") => (typed(field) === "" ? {} : { [field]: typed(field) });
    setSending(true);
    try {
      const { email } = await client.members.invite.mutate({
        email: typed("email").trim(),
        role: typed("role") as Role,
        ...optional("name"),
        ...optional("password"),
      });
      await readAgain();
      showToast({ text: `${email} is invited. Tell them to sign in at ${window.location.origin}.` });
      onClose();
    } catch (error) {
      setErrors(formErrors(error, FORM));
      setSending(false);
    }
  }

  return (
    <DialogPopup
      size="sm"
      title="Invite someone"
      description="No e-mail is sent: you tell them. Whoever has an account finds the invitation on their home page."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isSending}>
            {isSending ? "Inviting…" : "Invite"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-4">
        <FormSummary title="Nobody was invited" errors={errors} />
        <FormField label="E-mail" errors={errors.fields.email}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              className={CONTROL}
            />
          )}
        </FormField>
        <FormField label="Role" errors={errors.fields.role}>
          {(control) => (
            <select {...control} name="role" defaultValue="designer" className={`${CONTROL} cursor-pointer`}>
              {roles.map((role) => (
                <option key={role} value={role}>
                  {ROLE_NAMES[role]}: {MAY[role]}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField label="Name (optional)" hint="For someone without an account." errors={errors.fields.name}>
          {(control) => <input {...control} name="name" dir="auto" autoComplete="off" className={CONTROL} />}
        </FormField>
        <FormField
          label="First password (optional)"
          hint="For someone without an account: at least 10 characters, which you tell them. Signing in with it accepts the invitation."
          errors={errors.fields.password}
        >
          {(control) => (
            <input
              {...control}
              name="password"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={`${CONTROL} font-code`}
            />
          )}
        </FormField>
      </form>
    </DialogPopup>
  );
}
