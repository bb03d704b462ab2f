"use client";

import type { ReactNode } from "react";
import type { AlertDialogPopupProps } from "./alert-dialog-popup.tsx";
import { late, useLate } from "./late.ts";

const AlertDialogLate = late<AlertDialogPopupProps>(() =>
  import("./alert-dialog-popup.tsx").then((part) => part.AlertDialogPopup),
);

export interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** The button that does it, as a verb: "Delete 24 dialogues". */
  action: string;
  onAct: () => void;
  /** What has to be typed before it can be done. */
  toType?: string | undefined;
}

/** A question that must be answered. Used only where something cannot be taken back, or concerns very much. */
export function AlertDialog({ open, ...rest }: AlertDialogProps) {
  const Popup = useLate(AlertDialogLate, open);
  return Popup === null ? null : <Popup {...rest} />;
}
