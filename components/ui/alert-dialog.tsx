"use client";

import type { AlertDialogProps } from "./alert-dialog-props.ts";
import { late, useLate } from "./late.tsx";

const AlertDialogLate = late(() => import("./alert-dialog-popup.tsx").then((part) => part.AlertDialogPopup));

/** A question that must be answered. Used only where something cannot be taken back, or concerns very much. */
export function AlertDialog({ open, ...rest }: AlertDialogProps) {
  const Popup = useLate(AlertDialogLate, open);
  return Popup === null ? null : <Popup {...rest} />;
}
