"use client";

import { useSyncExternalStore } from "react";

let reachable = true;
const listeners = new Set<() => void>();

/**
 * Says whether the service was reached by the last request that tried. Together with what the browser knows of its own
 * network this decides what "offline" means everywhere.
 */
export function reportReachable(next: boolean): void {
  if (reachable === next) return;
  reachable = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the service can be reached, as far as is known. */
export function isOnline(): boolean {
  return reachable && navigator.onLine;
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
