"use client";

import type { DialogProps } from "./dialog-props.ts";
import { late, useLate } from "./late.tsx";

const DialogPopupLate = late(() => import("./dialog-popup.tsx").then((part) => part.DialogPopup));

/** A window over the page. Escape and a press outside close it; the focus goes back to where it came from. */
export function Dialog({ open, size = "md", ...rest }: DialogProps) {
  const Popup = useLate(DialogPopupLate, open);
  return Popup === null ? null : <Popup size={size} {...rest} />;
}
