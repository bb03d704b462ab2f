"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../../../frame/commands/use-command-handlers.ts";
import { useCharacters } from "../../../frame/project/project-queries.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDialogueState } from "../../session/dialogue-context.ts";
import { useView, useViewStore } from "../../store/view-state.ts";
import { useDoing } from "../commands/use-doing.ts";
import { useCanvasParts } from "../surface/canvas-parts.ts";
import { findNodes } from "./find-nodes.ts";

const SIGN = { className: "size-4", "aria-hidden": true } as const;

/** Finds words in the open dialogue. */
export function FindBar() {
  const isOpen = useView((state) => state.findOpen);
  const view = useViewStore();
  const field = useRef<HTMLInputElement>(null);
  useCommandHandlers({
    "find.open": () => {
      view.setState({ findOpen: true });
      field.current?.select();
    },
  });
  return isOpen ? <OpenBar field={field} /> : null;
}

function OpenBar({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const { session, handle } = useDoing();
  const { adapter } = useCanvasParts();
  const view = useViewStore();
  const characters = useCharacters();
  const id = useId();
  const [query, setQuery] = useState("");
  const state = useDialogueState((all) => all);
  const active = useDialogueState((all) => all.active);
  const [before] = useState(() => ({
    selection: [...session.store.getState().selection],
    viewport: adapter.viewport(),
  }));
  const found = useMemo(
    () => findNodes(state, query, (speaker) => characters.get(speaker)?.name),
    [state, query, characters],
  );
  const at = active === null ? -1 : found.indexOf(active);

  useEffect(() => {
    field.current?.focus();
    return () => view.setState({ marked: new Set() });
  }, [field, view]);
  useEffect(() => view.setState({ marked: new Set(found) }), [view, found]);

  const close = () => {
    view.setState({ findOpen: false });
    handle.focus();
  };
  const goBack = () => {
    session.select(before.selection);
    adapter.show(before.viewport);
    close();
  };
  const step = (by: 1 | -1) => {
    const next = found[at === -1 ? (by === 1 ? 0 : found.length - 1) : (at + by + found.length) % found.length];
    if (next !== undefined) session.reveal(next);
  };
  useCommandHandlers({ "find.next": () => step(1), "find.previous": () => step(-1) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") goBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = found.length === 0 ? "No results." : null;
  return (
    <search
      aria-label="Find in this dialogue"
      className="absolute end-3 top-3 z-20 flex items-center gap-1 rounded-card border border-line-strong bg-panel p-1 ps-2 shadow-float"
      onKeyDown={onKeyDown}
    >
      <label htmlFor={id} className="sr-only">
        Words in titles, texts, choices and speakers
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        value={query}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        placeholder="Find in this dialogue"
        aria-describedby={`${id}-count`}
        onChange={(event) => setQuery(event.target.value)}
        className="min-h-7 w-52 rounded-control bg-transparent px-1 text-13 text-ink placeholder:text-ink-3"
      />
      <span id={`${id}-count`} role="status" className="numerals min-w-16 text-end text-12 text-ink-2">
        {query.trim() === "" ? "" : countInWords(found.length, at)}
      </span>
      <IconButton
        label="Previous match"
        size="sm"
        icon={<ChevronUp {...SIGN} />}
        disabledReason={none}
        onClick={() => step(-1)}
      />
      <IconButton
        label="Next match"
        size="sm"
        icon={<ChevronDown {...SIGN} />}
        disabledReason={none}
        onClick={() => step(1)}
      />
      <IconButton label="Close" size="sm" icon={<X {...SIGN} />} onClick={close} />
    </search>
  );
}

function countInWords(found: number, at: number): string {
  if (found === 0) return "No results";
  return at === -1 ? counted(found, "card") : `${at + 1} of ${found}`;
}
