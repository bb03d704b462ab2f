"use client";

import { useSyncExternalStore } from "react";

/** Below this there is no room for a docked panel beside the canvas: `--breakpoint-lg` of the tokens. */
const QUERY = "(width < 64rem)";

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(QUERY);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Whether panels become sheets. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
}
