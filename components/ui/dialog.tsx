"use client";

import type { ReactNode } from "react";
import type { DialogPopupProps } from "./dialog-popup.tsx";
import { late, useLate } from "./late.ts";

const DialogPopupLate = late<DialogPopupProps>(() => import("./dialog-popup.tsx").then((part) => part.DialogPopup));

/** Fetches the dialog ahead, when something is about to open one. */
export const warmDialog = DialogPopupLate.warm;

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Buttons at the end. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | undefined;
  children?: ReactNode;
}

/** A window over the page. Escape and a press outside close it; the focus goes back to where it came from. */
export function Dialog({ open, size = "md", ...rest }: DialogProps) {
  const Popup = useLate(DialogPopupLate, open);
  return Popup === null ? null : <Popup size={size} {...rest} />;
}
