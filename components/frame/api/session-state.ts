"use client";

import { useSyncExternalStore } from "react";

/** Whether this page's session goes on: `out` when it has ended, `elsewhere` when another workspace was opened in its place. */
export type SessionState = "in" | "out" | "elsewhere";

let state: SessionState = "in";
const listeners = new Set<() => void>();

/** Says what the last answer told of the session. */
export function reportSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the state of the session, as far as it is known. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => "in",
  );
}
