"use client";

import { Combobox } from "@base-ui/react/combobox";
import { type RefObject, useState } from "react";
import { POPUP, POPUP_ITEM } from "../../ui/popup-style.ts";
import type { PickerOption } from "./picker-option.ts";

export interface PickerPopupProps {
  label: string;
  options: (query: string) => readonly PickerOption[];
  onPick: (value: string, query: string) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Options drawn at once; typing narrows the rest. */
const DRAWN = 60;

/** The open list of a picker. */
export function PickerPopup({ label, options, onPick, anchor, onClose }: PickerPopupProps) {
  const [query, setQuery] = useState("");
  const found = options(query);
  const shown = found.length > DRAWN ? [...found.slice(0, DRAWN), ...found.slice(DRAWN).filter(isAction)] : found;
  return (
    <Combobox.Root<PickerOption>
      open
      onOpenChange={(open) => !open && onClose()}
      items={shown}
      filter={null}
      autoHighlight
      inputValue={query}
      onInputValueChange={setQuery}
      value={null}
      itemToStringLabel={(option) => option.label}
      onValueChange={(option) => {
        if (option !== null) onPick(option.value, query.trim());
      }}
    >
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
            finalFocus={anchor}
            className={`${POPUP} flex max-h-[min(22rem,var(--available-height))] w-[max(var(--anchor-width),16rem)] max-w-(--available-width) flex-col`}
          >
            <Combobox.Input
              aria-label={label}
              placeholder="Type to find"
              dir="auto"
              className="min-h-9 w-full shrink-0 rounded-t-card border-line border-b bg-panel px-3 text-13 text-ink outline-none placeholder:text-ink-3 pointer-coarse:text-16"
            />
            <Combobox.Empty className="px-3 py-2.5 text-ink-2 empty:hidden">Nothing is called that.</Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
              {(option: PickerOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className={`${POPUP_ITEM} py-1 ${option.isAction === true ? "text-accent" : ""}`}
                >
                  <span className="min-w-0 grow break-words" dir="auto">
                    {option.label}
                  </span>
                  {option.hint !== undefined && <span className="shrink-0 text-12 text-ink-3">{option.hint}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
            {found.length > DRAWN && (
              <p className="border-line border-t px-3 py-1.5 text-12 text-ink-3">Type to find among {found.length}.</p>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

const isAction = (option: PickerOption): boolean => option.isAction === true;
