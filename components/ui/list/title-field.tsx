"use client";

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

interface TitleFieldProps {
  label: string;
  title: string;
  /** The new title, or null when nothing changes. */
  onDone: (title: string | null) => void;
}

/** A title being written where it stands. Enter and leaving keep it, Escape does not. */
export function TitleField({ label, title, onDone }: TitleFieldProps) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  function done(next: string | null) {
    if (isDone.current) return;
    isDone.current = true;
    onDone(next);
  }
  function keep() {
    const next = text.trim();
    done(next === "" || next === title ? null : next);
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    // A menu that closes gives the focus back to its button after the field that was chosen in it has taken it.
    if (text === title && relatedTarget?.getAttribute("aria-haspopup") === "menu") field.current?.focus();
    else keep();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Enter") keep();
    else done(null);
  }
  return (
    <input
      ref={field}
      type="text"
      aria-label={label}
      value={text}
      maxLength={200}
      dir="auto"
      spellCheck
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="min-h-7 w-full rounded-control border border-accent bg-panel px-1 font-reading text-15 text-ink"
    />
  );
}
