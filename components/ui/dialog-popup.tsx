"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { DialogProps } from "./dialog-props.ts";
import { DIALOG, DIALOG_BACKDROP, DIALOG_SIZES } from "./dialog-style.ts";
import { IconButton } from "./icon-button.tsx";

type DialogPopupProps = Omit<DialogProps, "open" | "size"> & {
  size: "sm" | "md" | "lg" | "xl";
};

/** An open dialog. */
export function DialogPopup({ onClose, title, description, footer, size, initialFocus, children }: DialogPopupProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={DIALOG_BACKDROP} />
        <Dialog.Popup className={`${DIALOG} ${DIALOG_SIZES[size]}`} initialFocus={initialFocus}>
          <div className="ps-5 pe-14 pt-4 pb-2">
            <Dialog.Title className="font-reading font-semibold text-20" dir="auto">
              {title}
            </Dialog.Title>
            {description !== undefined && (
              <Dialog.Description className="mt-1 text-13 text-ink-2">{description}</Dialog.Description>
            )}
          </div>
          {children !== undefined && <div className="min-h-0 grow overflow-y-auto px-5 py-3">{children}</div>}
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
          )}
          {/* Last, so that the dialog's own first field takes the focus when it opens. */}
          <Dialog.Close
            render={<IconButton label="Close" icon={<X className="size-4" />} className="absolute end-3 top-3" />}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
