"use client";

import { useSyncExternalStore } from "react";
import { changeSignal } from "../../ui/change-signal.ts";

/** Whether this page's session goes on: `out` when it has ended, `elsewhere` when another workspace was opened in its place. */
export type SessionState = "in" | "out" | "elsewhere";

let state: SessionState = "in";
const changes = changeSignal();

/** Says what the last answer told of the session. */
export function reportSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  changes.tell();
}

/** Returns the state of the session, as far as it is known. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(
    changes.subscribe,
    () => state,
    () => "in",
  );
}
