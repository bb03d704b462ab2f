"use client";

import { Combobox } from "@base-ui/react/combobox";
import { type RefObject, useState } from "react";
import { drawnOptions, type Option } from "./option.ts";
import { OptionPopup } from "./option-popup.tsx";

interface PickerPopupProps {
  label: string;
  options: (query: string) => readonly Option[];
  onPick: (value: string, query: string) => void;
  /** Said when nothing matches. */
  nothing?: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The open list of a picker, with the field that narrows it. */
export function PickerPopup({ label, options, onPick, nothing = "No results.", anchor, onClose }: PickerPopupProps) {
  const [query, setQuery] = useState("");
  const found = options(query);
  return (
    <Combobox.Root<Option>
      open
      onOpenChange={(open) => !open && onClose()}
      items={drawnOptions(found)}
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
      <OptionPopup label={label} count={found.length} nothing={nothing} anchor={anchor} finalFocus={anchor}>
        <Combobox.Input
          aria-label={label}
          placeholder="Type to search"
          dir="auto"
          className="min-h-9 w-full shrink-0 rounded-t-card border-line border-b bg-panel px-3 text-13 text-ink outline-none placeholder:text-ink-3 pointer-coarse:text-16"
        />
      </OptionPopup>
    </Combobox.Root>
  );
}
