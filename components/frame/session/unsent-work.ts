"use client";

import { useSyncExternalStore } from "react";
import { changeSignal } from "../../ui/change-signal.ts";

let unsent = 0;
const changes = changeSignal();

/** Says how many changes made in this page the server does not have yet; whoever keeps them says so at every change. */
export function reportUnsentWork(count: number): void {
  unsent = count;
  changes.tell();
}

/**
 * Returns the number of this page's changes that the server does not have yet: signing out asks while there are any.
 */
export function useUnsentWork(): number {
  return useSyncExternalStore(
    changes.subscribe,
    () => unsent,
    () => 0,
  );
}
