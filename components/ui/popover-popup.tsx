"use client";

import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { POPUP } from "./popup-style.ts";

interface PopoverPopupProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  side: "bottom" | "top" | "right" | "left";
  align: "start" | "center" | "end";
  onClose: () => void;
  children: ReactNode;
}

/** An open popover. */
export function PopoverPopup({ label, anchor, side, align, onClose, children }: PopoverPopupProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Popover.Popup
            aria-label={label}
            finalFocus={anchor}
            className={`${POPUP} max-h-(--available-height) max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-3`}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
