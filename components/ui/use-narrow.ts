"use client";

import { useSyncExternalStore } from "react";

/** Where a canvas has no room: `--breakpoint-sm`. A window of 720 px, a laptop at 200 %, still has it. */
const QUERY = "(width < 40rem)";

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}
