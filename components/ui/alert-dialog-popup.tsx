"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type FormEvent, useState } from "react";
import type { AlertDialogProps } from "./alert-dialog-props.ts";
import { Button } from "./button.tsx";
import { DIALOG, DIALOG_BACKDROP, DIALOG_SIZES } from "./dialog-style.ts";
import { FormField, LARGE_CONTROL } from "./form/field.tsx";
import { ClosedReason } from "./refusal.tsx";

type AlertDialogPopupProps = Omit<AlertDialogProps, "open">;

/** An open question. */
export function AlertDialogPopup({ onClose, title, description, action, onAct, toType }: AlertDialogPopupProps) {
  const [typed, setTyped] = useState("");
  const missing = toType === undefined || typed.trim() === toType ? null : `Type ${toType} first.`;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (missing !== null) return;
    onClose();
    onAct();
  }
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={DIALOG_BACKDROP} />
        <AlertDialog.Popup className={`${DIALOG} ${DIALOG_SIZES.sm}`}>
          <form onSubmit={submit} className="min-h-0 overflow-y-auto px-5 py-4">
            <AlertDialog.Title className="font-reading font-semibold text-20">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-14 text-ink-2">
              {description}
            </AlertDialog.Description>
            {toType !== undefined && (
              <div className="mt-4">
                <FormField label={`Type ${toType} to go on`}>
                  {(control) => (
                    <input
                      {...control}
                      inputMode={/^\d+$/.test(toType) ? "numeric" : "text"}
                      autoComplete="off"
                      value={typed}
                      onChange={(event) => setTyped(event.target.value)}
                      className={LARGE_CONTROL}
                    />
                  )}
                </FormField>
              </div>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <ClosedReason>{missing}</ClosedReason>
              <AlertDialog.Close render={<Button>Cancel</Button>} />
              <Button type="submit" variant="danger" disabledReason={missing}>
                {action}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
