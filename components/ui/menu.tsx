"use client";

import { type ReactElement, type RefObject, useRef, useState } from "react";
import { late, useLate } from "./late.tsx";
import type { MenuEntry } from "./menu-entry.ts";

export const MenuPopupLate = late(() => import("./menu-popup.tsx").then((part) => part.MenuPopup));

/** Props of a button that opens a floating part. */
export interface PopupTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
  readonly onPointerDown: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly "aria-haspopup": "menu" | "dialog";
  readonly "aria-expanded": boolean;
}

/** State of a popup and the props of the button that opens it. */
export function usePopup(warm: () => void, haspopup: "menu" | "dialog") {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  // Pressing the button of an open popup closes it by "pressed outside" first; the click must not open it again.
  const wasOpen = useRef(false);
  const trigger: PopupTriggerProps = {
    ref,
    onClick: () => {
      setOpen(!wasOpen.current);
      wasOpen.current = false;
    },
    onPointerDown: () => {
      wasOpen.current = isOpen;
    },
    onPointerEnter: warm,
    onFocus: warm,
    "aria-haspopup": haspopup,
    "aria-expanded": isOpen,
  };
  return { isOpen, close: () => setOpen(false), trigger };
}

interface MenuProps {
  /** Asked when it opens, so that it says what is true then. */
  entries: () => readonly MenuEntry[];
  /** The button: `(props) => <IconButton label="More" icon={…} {...props} />`. */
  trigger: (props: PopupTriggerProps) => ReactElement;
  side?: "bottom" | "top" | "right" | "left" | undefined;
  align?: "start" | "center" | "end" | undefined;
}

/** A button that opens a menu. The menu itself arrives on first intent. */
export function Menu({ entries, trigger, side = "bottom", align = "start" }: MenuProps) {
  const popup = usePopup(MenuPopupLate.warm, "menu");
  const Popup = useLate(MenuPopupLate, popup.isOpen);
  return (
    <>
      {trigger(popup.trigger)}
      {Popup !== null && (
        <Popup entries={entries()} anchor={popup.trigger.ref} side={side} align={align} onClose={popup.close} />
      )}
    </>
  );
}
