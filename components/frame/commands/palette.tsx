"use client";

import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { DIALOG, DIALOG_BACKDROP } from "../../ui/dialog-style.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { POPUP_ITEM } from "../../ui/popup-style.ts";
import { useFocusBefore } from "../../ui/use-focus-before.ts";
import { usePaletteSections } from "./palette-items.ts";
import type { PaletteItem } from "./palette-sections.ts";
import { type TypedAhead, usePressedAgain } from "./typed-ahead.ts";
import { useCommands } from "./use-command.ts";
import { useCopying } from "./use-copying.ts";

interface PaletteProps {
  /** Keys pressed before the palette was loaded. */
  typed: TypedAhead;
  onClose: () => void;
}

const PAGE = 8;

/** Finds whatever a project has, makes what it lacks, and does every command, from the keyboard. */
export function Palette({ typed, onClose }: PaletteProps) {
  const id = useId();
  const finalFocus = useFocusBefore();
  const field = useRef<HTMLInputElement>(null);
  const arrived = usePressedAgain(field, typed);
  const [query, setQuery] = useState(typed.text);
  const [at, setAt] = useState(0);
  const { sections, isLoading, isFirstSure, keep } = usePaletteSections(query);
  // Enter waits for names that are on their way, unless a line was gone to: what stands first before them may not do so after.
  const isWaiting = isLoading && at === 0 && !isFirstSure;
  const [isEntered, setIsEntered] = useState(false);
  const items = sections.flatMap((section) => section.items);
  const active = items[Math.min(at, items.length - 1)];
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;

  useCopying(() => active?.copyable ?? null);

  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: "nearest" });
  }, [active, id]);

  useEffect(() => {
    if (!isEntered || isWaiting) return;
    setIsEntered(false);
    if (active !== undefined) choose(active);
  });

  function choose(item: PaletteItem) {
    if (item.disabledReason !== null) return;
    keep(item);
    onClose();
    // What it does may move the focus; the closing dialog gives it back first.
    requestAnimationFrame(() => item.run());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey) return;
    setIsEntered(event.key === "Enter" && isWaiting);
    const last = items.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
    }[event.key];
    if (to !== undefined) setAt(Math.max(0, to));
    else if (event.key !== "Enter") return;
    else if (active !== undefined && !isWaiting) choose(active);
    event.preventDefault();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={DIALOG_BACKDROP} />
        <Dialog.Popup
          initialFocus={field}
          finalFocus={finalFocus}
          className={`${DIALOG} max-w-xl overflow-hidden sm:top-[12dvh] sm:max-h-[70dvh] sm:translate-y-0`}
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <input
            ref={arrived}
            // biome-ignore lint/a11y/noAutofocus: whoever opens it goes on typing at once.
            autoFocus
            type="text"
            role="combobox"
            aria-label="Find or create"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active === undefined ? undefined : optionId(active)}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            placeholder="Find or create anything: a person, a place, a card, a command"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="min-h-12 w-full shrink-0 border-line border-b bg-transparent px-4 text-16 text-ink -outline-offset-2 placeholder:text-ink-3"
          />
          <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 grow overflow-y-auto p-1.5">
            {sections.map((section) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
              <div key={section.heading} role="group" aria-labelledby={`${id}-${section.heading}`}>
                <p id={`${id}-${section.heading}`} className="px-2.5 pt-2 pb-1 font-medium text-12 text-ink-3">
                  {section.heading}
                </p>
                {section.items.map((item) => (
                  // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys stay in the field.
                  <div
                    key={item.id}
                    id={optionId(item)}
                    role="option"
                    aria-selected={item === active}
                    aria-disabled={item.disabledReason !== null || undefined}
                    data-highlighted={item === active || undefined}
                    className={POPUP_ITEM}
                    onPointerDown={(event) => event.preventDefault()}
                    onPointerMove={() => setAt(items.indexOf(item))}
                    onClick={() => choose(item)}
                  >
                    <Line item={item} />
                  </div>
                ))}
              </div>
            ))}
          </div>
          <p role="status" className={items.length === 0 ? "px-4 pb-4 text-13 text-ink-2" : "sr-only"}>
            {items.length > 0
              ? counted(items.length, "result")
              : isLoading
                ? "Searching…"
                : `No results for “${query}”.`}
          </p>
          {active?.copyable !== undefined && <CopyKeys />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The keys that take along what is marked. */
function CopyKeys() {
  const usable = useCommands();
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-12 text-ink-3">
      {(["copy.link", "copy.id"] as const).map(usable).map(({ id, title, keys }) => (
        <span key={id} className="inline-flex items-center gap-1.5">
          {title} {keys !== null && <Kbd>{keys}</Kbd>}
        </span>
      ))}
    </p>
  );
}

function Line({ item }: { item: PaletteItem }) {
  return (
    <>
      <span className="min-w-0 grow py-1">
        <span className={`block truncate ${item.isProse ? "font-reading text-14" : ""}`} dir="auto">
          {item.title === "" ? "Empty card" : item.title}
        </span>
        {item.disabledReason !== null && <span className="block text-12 text-ink-3">{item.disabledReason}</span>}
        {item.disabledReason === null && item.isProse && item.detail !== "" && (
          <span className="block truncate text-12 text-ink-3" dir="auto">
            {item.detail}
          </span>
        )}
      </span>
      {!item.isProse && item.detail !== "" && <span className="text-12 text-ink-3">{item.detail}</span>}
      {item.kind !== undefined && <span className="text-12 text-ink-3">{item.kind}</span>}
      {item.keys !== null && <Kbd>{item.keys}</Kbd>}
    </>
  );
}
