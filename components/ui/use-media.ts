"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Whether a media query holds; `onServer` until the browser has been asked, which a server cannot do. */
export function useMedia(query: string, onServer: boolean): boolean {
  const source = useMemo(
    () => ({
      subscribe: (listener: () => void) => {
        const list = window.matchMedia(query);
        list.addEventListener("change", listener);
        return () => list.removeEventListener("change", listener);
      },
      read: () => window.matchMedia(query).matches,
    }),
    [query],
  );
  return useSyncExternalStore(source.subscribe, source.read, () => onServer);
}
