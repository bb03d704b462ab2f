"use client";

import type { ReactElement, ReactNode } from "react";
import { late, useLate } from "./late.tsx";
import { type PopupTriggerProps, usePopup } from "./menu.tsx";

const PopoverLate = late(() => import("./popover-popup.tsx").then((part) => part.PopoverPopup));

interface PopoverProps {
  /** Name of the popover for assistive technology. */
  label: string;
  trigger: (props: PopupTriggerProps) => ReactElement;
  side?: "bottom" | "top" | "right" | "left" | undefined;
  align?: "start" | "center" | "end" | undefined;
  /** Returns the contents of the popover; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** Button that opens a small floating panel beside itself. */
export function Popover({ label, trigger, side = "bottom", align = "start", children }: PopoverProps) {
  const popup = usePopup(PopoverLate.warm, "dialog");
  const Popup = useLate(PopoverLate, popup.isOpen);
  return (
    <>
      {trigger(popup.trigger)}
      {Popup !== null && (
        <Popup label={label} anchor={popup.trigger.ref} side={side} align={align} onClose={popup.close}>
          {children(popup.close)}
        </Popup>
      )}
    </>
  );
}
