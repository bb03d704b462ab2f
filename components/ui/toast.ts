"use client";

import { changeSignal } from "./change-signal.ts";

/** Result that is shown for a while. Errors are never shown this way: they stay at the control that caused them. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Details of the text, one a line. */
  readonly lines: readonly string[];
  /** Takes the result back. */
  readonly undo?: (() => void) | undefined;
  /** Change that Undo takes back; null where it is known to this toast alone. */
  readonly change: string | null;
  /** Milliseconds for which it stays while nobody points at it; null until it is dismissed. */
  readonly stays: number | null;
}

/** Milliseconds for which a toast with Undo stays: enough to read and decide. */
const TOAST_MS = 10_000;
/** Milliseconds for which a toast stays that is the only way back: enough to look at the result, too. */
export const LONG_TOAST_MS = 30_000;
const MAX_SHOWN = 2;

type NewToast = Pick<Toast, "text" | "undo"> & Partial<Pick<Toast, "lines" | "stays">>;

/** Undo of a toast, as the one undo of the page knows it. */
interface JoinedUndo {
  readonly change: string;
  readonly undo: () => void;
}

type JoinUndo = (text: string, undo: () => void) => JoinedUndo | null;

let joinUndo: JoinUndo | null = null;

/** Lets every toast's Undo be one of all changes that can be undone; returns what ends it, and dismisses those toasts. */
export function joinToasts(join: JoinUndo): () => void {
  joinUndo = join;
  const isOpen = ({ undo, change }: Toast) => undo !== undefined && change === null;
  if (toasts.some(isOpen)) {
    set(
      toasts.map((toast) =>
        isOpen(toast) ? { ...toast, ...join(toast.text, toast.undo ?? (() => undefined)) } : toast,
      ),
    );
  }
  return () => {
    if (joinUndo !== join) return;
    joinUndo = null;
    // What was done in a project is no news in the next one, where its Undo would be out of sight of what it changes.
    set(toasts.filter(({ change }) => change === null));
  };
}

/** Dismisses the toasts whose change was undone by other means. */
export function dismissUndone(changes: readonly string[]): void {
  const left = toasts.filter(({ change }) => change === null || !changes.includes(change));
  if (left.length < toasts.length) set(left);
}

let toasts: readonly Toast[] = [];
let count = 0;
const changes = changeSignal();

function set(next: readonly Toast[]): void {
  toasts = next;
  changes.tell();
}

/**
 * Shows a result, with Undo where it can be undone. It replaces a toast without Undo. A toast with lines stays until it
 * is dismissed, since its lines are shown nowhere else.
 */
export function showToast({ text, lines = [], undo, stays = lines.length > 0 ? null : TOAST_MS }: NewToast): void {
  count += 1;
  const joined = undo === undefined ? null : (joinUndo?.(text, undo) ?? null);
  const kept = toasts.filter((each) => each.undo !== undefined || each.lines.length > 0);
  const toast = { id: count, text, lines, undo: joined?.undo ?? undo, change: joined?.change ?? null, stays };
  set([...kept, toast].slice(-MAX_SHOWN));
}

export function dismissToast(id: number): void {
  set(toasts.filter((each) => each.id !== id));
}

export const subscribeToasts = changes.subscribe;

export const shownToasts = (): readonly Toast[] => toasts;
