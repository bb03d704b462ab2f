"use client";

import { Combobox } from "@base-ui/react/combobox";
import type { ReactNode, RefObject } from "react";
import { DRAWN, type Option } from "./option.ts";
import { POPUP, POPUP_ITEM } from "./popup-style.ts";

interface OptionPopupProps {
  label: string;
  /** Number of options, drawn or not. */
  count: number;
  /** Said when nothing matches. */
  nothing: string;
  anchor?: RefObject<HTMLElement | null> | undefined;
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  /** The field, where it stands in the popup. */
  children?: ReactNode;
}

/** The open list of a combobox. It stands inside a `Combobox.Root`, which has the options. */
export function OptionPopup({ label, count, nothing, anchor, finalFocus, children }: OptionPopupProps) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={anchor}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 outline-none"
      >
        <Combobox.Popup
          aria-label={label}
          finalFocus={finalFocus}
          className={`${POPUP} flex max-h-[min(22rem,var(--available-height))] w-[max(var(--anchor-width),16rem)] max-w-(--available-width) flex-col`}
        >
          {children}
          <Combobox.Empty className="px-3 py-2.5 text-ink-2 empty:hidden">{nothing}</Combobox.Empty>
          <Combobox.List aria-label={label} className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
            {(option: Option) => (
              <Combobox.Item
                key={option.value}
                value={option}
                className={`${POPUP_ITEM} py-1 ${option.isAction === true ? "text-accent" : ""}`}
              >
                {option.icon}
                <span className="min-w-0 grow break-words" dir="auto">
                  {option.label}
                </span>
                {option.hint !== undefined && (
                  <span className="shrink-0 text-12 text-ink-3" dir="auto">
                    {option.hint}
                  </span>
                )}
              </Combobox.Item>
            )}
          </Combobox.List>
          {count > DRAWN && (
            <p className="border-line border-t px-3 py-1.5 text-12 text-ink-3">Type to search all {count}.</p>
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
