"use client";

import { counted } from "#domain/counted.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import type { Inputs } from "../api/client.ts";
import SCHEMAS from "../api/form-schemas.json";
import { useOnline } from "../api/online.ts";
import { leaveEndedSession } from "../session/end-session.ts";
import { useUnsentWork } from "../session/unsent-work.ts";

interface PasswordDialogProps {
  onClose: () => void;
}

/** Changes the password of whoever is signed in; every session ends with the old one, this one included. */
export function PasswordDialog({ onClose }: PasswordDialogProps) {
  const client = useStudioClient();
  const isOnline = useOnline();
  const unsent = useUnsentWork();
  const form = useForm<Inputs["members"]["changeMyPassword"]>({
    schema: SCHEMAS["members.changeMyPassword"],
    start: { current_password: "", new_password: "" },
    fields: {
      current_password: { label: "Current password", autoComplete: "current-password", isExact: true },
      new_password: {
        label: "New password",
        help: "At least 10 characters. It is shown while you write it, so that you can check it.",
        autoComplete: "new-password",
        autoCapitalize: "none",
        spellCheck: false,
        isReadable: true,
        isExact: true,
        isCode: true,
      },
    },
    failed: "The password was not changed",
    disabledReason: isOnline ? null : "This needs a connection.",
    send: async (passwords) => {
      await client.members.changeMyPassword.mutate(passwords);
      await leaveEndedSession();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Change your password"
      description={
        <>
          You will be signed out everywhere, and sign in with the new password.
          {unsent > 0 && ` ${counted(unsent, "change")} kept on this device ${unsent === 1 ? "is" : "are"} sent then.`}
        </>
      }
      submit="Change it"
      busy="Changing…"
      onClose={onClose}
    />
  );
}
