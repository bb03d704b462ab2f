"use client";

import { useSyncExternalStore } from "react";

let signedOut = false;
const listeners = new Set<() => void>();

/** Says whether the last request was refused because the session has ended. */
export function reportSignedOut(next: boolean): void {
  if (signedOut === next) return;
  signedOut = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSignedOut = (): boolean => signedOut;

/** Whether the session has ended, as far as is known. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, isSignedOut, () => false);
}
