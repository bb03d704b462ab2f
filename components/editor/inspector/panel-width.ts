"use client";

import { useSyncExternalStore } from "react";

export const MIN_WIDTH = 320;
export const MAX_WIDTH = 520;
const USUAL_WIDTH = 360;
const KEY = "fabula.inspector-width";

const listeners = new Set<() => void>();
let width: number | null = null;

/** A width the panel can have. */
export function clampWidth(wanted: number): number {
  return Number.isFinite(wanted) ? Math.min(Math.max(Math.round(wanted), MIN_WIDTH), MAX_WIDTH) : USUAL_WIDTH;
}

function read(): number {
  if (width === null) {
    try {
      width = clampWidth(Number(window.localStorage.getItem(KEY) ?? USUAL_WIDTH));
    } catch {
      // A browser that keeps nothing for us forgets the width, and that is all.
      width = USUAL_WIDTH;
    }
  }
  return width;
}

/** Sets the width, and keeps it on this device. */
export function setPanelWidth(wanted: number): void {
  width = clampWidth(wanted);
  try {
    window.localStorage.setItem(KEY, String(width));
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The width of the panel on this device. */
export function usePanelWidth(): number {
  return useSyncExternalStore(subscribe, read, () => USUAL_WIDTH);
}
