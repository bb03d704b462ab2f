"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";

interface RenameFieldProps {
  name: string;
  /** The new name, or null when nothing changes. */
  onDone: (name: string | null) => void;
}

/** A name being written where it stands. Enter and leaving keep it, Escape does not. */
export function RenameField({ name, onDone }: RenameFieldProps) {
  const [text, setText] = useState(name);
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
    done(next === "" || next === name ? null : next);
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
      aria-label="Name of the dialogue"
      value={text}
      maxLength={200}
      dir="auto"
      spellCheck
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={keep}
      className="min-h-7 w-full rounded-control border border-accent bg-panel px-1 font-reading text-15 text-ink"
    />
  );
}
