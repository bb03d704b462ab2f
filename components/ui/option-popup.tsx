"use client";

import { Combobox } from "@base-ui/react/combobox";
import type { ReactNode, RefObject } from "react";
import { searchForm } from "#domain/search-form.ts";
import { POPUP, POPUP_ITEM } from "./popup-style.ts";

/** An option of a combobox or a picker. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Said after it, quietly. */
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  /** Does something new instead of choosing something that is there: drawn apart. */
  readonly isAction?: boolean | undefined;
}

/** Whether a text has what was typed in it, in any case and with any accents. */
export function matches(text: string, query: string): boolean {
  return searchForm(text).includes(searchForm(query.trim()));
}

/** Options drawn at once; typing narrows the rest. */
const DRAWN = 100;

/** The options that are drawn: the first, and every action. */
export function drawnOptions(options: readonly Option[]): readonly Option[] {
  if (options.length <= DRAWN) return options;
  return [...options.slice(0, DRAWN), ...options.slice(DRAWN).filter(({ isAction }) => isAction === true)];
}

interface OptionPopupProps {
  label: string;
  /** How many options there are, drawn or not. */
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
            <p className="border-line border-t px-3 py-1.5 text-12 text-ink-3">Type to find among {count}.</p>
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
