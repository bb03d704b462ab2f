"use client";

import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { DialogPopup } from "../dialog-popup.tsx";
import { ClosedReason } from "../refusal.tsx";
import { FormFrame, Submit } from "./form.tsx";
import { useCloseTwice } from "./use-close-twice.tsx";
import type { Form } from "./use-form.ts";

interface FormDialogProps<Values extends object> {
  form: Form<Values>;
  title: string;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | undefined;
  /** Words of the submit button, and while the request is in flight. */
  submit: string;
  busy: string;
  /** The way out, in words. */
  cancel?: string | undefined;
  variant?: "primary" | "danger" | undefined;
  /** Reason why it cannot be sent yet. */
  disabledReason?: string | null | undefined;
  /** Whether it stays open until the answer: the created secret would never be seen otherwise. */
  isHeld?: boolean | undefined;
  onClose: () => void;
  /** Content of the dialog; the form's fields when absent. */
  children?: ReactNode;
}

/** A form in a window. Escape asks once where something was typed; Cancel does not. */
export function FormDialog<Values extends object>({ form, submit, busy, ...props }: FormDialogProps<Values>) {
  const { children, onClose, disabledReason, isHeld = false, size = "sm", cancel = "Cancel" } = props;
  const holds = isHeld && form.isSending;
  const { close, warning } = useCloseTwice(form.isEdited && !form.isSending, onClose);
  return (
    <DialogPopup
      size={size}
      title={props.title}
      description={props.description}
      onClose={() => !holds && close()}
      footer={
        <>
          <ClosedReason>{form.disabledReason ?? disabledReason}</ClosedReason>
          <Button onClick={onClose} disabled={holds}>
            {cancel}
          </Button>
          <Submit form={form} busy={busy} variant={props.variant} disabledReason={disabledReason}>
            {submit}
          </Submit>
        </>
      }
    >
      <FormFrame form={form}>{children}</FormFrame>
      {warning}
    </DialogPopup>
  );
}
