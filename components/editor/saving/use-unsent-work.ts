"use client";

import { useSyncExternalStore } from "react";
import { unsentHere, watchUnsent } from "./page-outbox.ts";

/** How many changes made in this page the server does not have yet: signing out asks while there are any. */
export function useUnsentWork(): number {
  return useSyncExternalStore(watchUnsent, unsentHere, () => 0);
}
