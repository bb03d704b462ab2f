"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { Theirs } from "./form.tsx";

interface EditorFrameProps {
  onSave: () => void;
  onClose: () => void;
  isSending: boolean;
  /** Whether Enter begins a new line; then Ctrl or ⌘ with Enter saves. */
  isLong?: boolean | undefined;
  /** Value that somebody else saved meanwhile: it is taken over or overwritten before anything is saved. */
  theirs?: { readonly text: string; readonly onKeepMine: () => void } | null | undefined;
  children: ReactNode;
}

/** Editor in the place of a value. Enter saves, Escape restores the value; the editor takes the focus when it opens. */
export function EditorFrame({ onSave, onClose, isSending, isLong = false, theirs = null, children }: EditorFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  const save = () => theirs === null && onSave();
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    const isKeep = event.key === "Enter" && (event.ctrlKey || event.metaKey || (!isLong && !event.shiftKey));
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape") onClose();
    else if (isKeep && !isButton) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <form
      ref={form}
      className="space-y-2 pb-1"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {children}
      {theirs !== null && (
        <Theirs text={theirs.text} onSettle={(keeps) => (keeps === "theirs" ? onClose() : theirs.onKeepMine())} />
      )}
      <div className="flex gap-2">
        <Button
          size="sm"
          type="submit"
          variant="primary"
          disabled={isSending}
          disabledReason={theirs === null ? null : "Choose which version to keep first."}
        >
          {isSending ? "Saving…" : "Save"}
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
