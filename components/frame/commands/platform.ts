"use client";

import { useSyncExternalStore } from "react";

/** Whether shortcuts use ⌘ here. */
export const isMacPlatform = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const never = () => () => undefined;

/** The same for what is drawn; the server draws the other, and the browser mends it. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMacPlatform, () => false);
}
