"use client";

import { useSyncExternalStore } from "react";

let unsent = 0;
const listeners = new Set<() => void>();

/** Says how many changes made in this page the server does not have yet; whoever keeps them says so at every change. */
export function reportUnsentWork(count: number): void {
  unsent = count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the number of this page's changes that the server does not have yet: signing out asks while there are any.
 */
export function useUnsentWork(): number {
  return useSyncExternalStore(
    subscribe,
    () => unsent,
    () => 0,
  );
}
