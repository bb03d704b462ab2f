"use client";

import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

interface FirstLineProps {
  /** Makes the first line of what was typed; null while that is not possible yet, and what is typed is kept. */
  onWrite: ((text: string) => void) | null;
  /** Moves the focus on Escape. */
  onLeave: () => void;
}

/**
 * Field takes the first words of a dialogue that has none. It has the caret as soon as it is there, and whatever is typed outside of
 * fields goes into it: there is nothing yet that single letters could act on.
 */
export function FirstLine({ onWrite, onLeave }: FirstLineProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [isComposing, setComposing] = useState(false);

  useLayoutEffect(() => {
    if (!isTakenElsewhere(document.activeElement)) field.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    if (text.trim() !== "" && !isComposing) onWrite?.(text);
  }, [text, isComposing, onWrite]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      // The map of shortcuts opens wherever nobody writes.
      if (event.key.length !== 1 || event.key === " " || event.key === "?") return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target !== document.body && target.closest("[data-command-scope]") === null) return;
      if (isTakenElsewhere(target)) return;
      // The letter goes to what has the focus once this is done.
      event.stopPropagation();
      field.current?.focus({ preventScroll: true });
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  }

  return (
    <textarea
      ref={field}
      rows={2}
      aria-label="First line"
      placeholder="Write the first line"
      className="field-sizing-content block w-full resize-none rounded-control border border-accent bg-panel px-3.5 py-2 font-reading text-14 text-ink leading-snug outline-2 outline-transparent -outline-offset-1 placeholder:text-ink-3 focus:outline-accent"
      value={text}
      dir="auto"
      spellCheck
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Whether somebody writes or decides elsewhere, where the caret must not be taken away. */
function isTakenElsewhere(element: Element | null): boolean {
  return (
    element?.closest(
      "input, textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']",
    ) != null
  );
}
